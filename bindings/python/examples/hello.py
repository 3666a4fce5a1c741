"""Load an avatar, smile, and print where its head is.

usage: python hello.py AVATAR.vrm
"""
import sys

import libvrm

model = libvrm.load(sys.argv[1])
print(f"{model.name!r} by {', '.join(model.meta.authors)}, VRM {model.version.name}")
avatar = model.avatar()
avatar["happy"] = 1.0
for _ in range(60):
    avatar.update(1 / 60)
x, y, z = avatar.bone_position("head")
print(f"the head is at {x:.2f} {y:.2f} {z:.2f}, and the smile is {avatar['happy']:.2f}")
