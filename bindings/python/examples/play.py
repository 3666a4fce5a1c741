"""Play a motion on an avatar, and write the position of a hand in each frame as a table.

usage: python play.py AVATAR.vrm MOTION >table.csv
"""
import sys

import libvrm
from libvrm.experimental import Clip, Pose

avatar = libvrm.load(sys.argv[1]).avatar()
clip, pose, fps = Clip.load(sys.argv[2]), Pose(), 30
print("seconds,x,y,z")
for frame in range(round(clip.duration * fps) + 1):
    clip.sample(frame / fps, out=pose).apply(avatar)
    avatar.update(1 / fps)
    x, y, z = avatar.bone_position("leftHand")
    print(f"{frame / fps:.3f},{x:.4f},{y:.4f},{z:.4f}")
