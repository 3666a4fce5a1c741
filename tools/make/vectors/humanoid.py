"""The humanoid: which nodes are bones, rests, and poses for any avatar."""
from golden_math import turn

from .kit import HUMANOID, POSE, case, pose
from .scene import BODY, OPTIONAL, Scene

BETWEEN = (HUMANOID, "Humanoid bone parent-child relationship", "It is permissible to have non-humanoid bone nodes between humanoid bones (for example, there are non-humanoid bone nodes between Upper Leg and Lower Leg).")
PARENT = (HUMANOID, "Humanoid bone parent-child relationship", "If no non-essential parent bone exists, look for the parent bone of the parent bone.")
UNIQUE = (HUMANOID, "List of humanoid bones", "Humanoid bones must be unique in VRM.")
NORMALIZED = (POSE, "`NormalizedLocalRotation` => `PoseForB`", "$B.LocalRotation = L \\cdot W^{-1} \\cdot NormalizedLocalRotation \\cdot W$")
SAME = (POSE, "intermediate format: NormalizedLocalRotation", "`NormalizedLocalRotation` is pose data that looks the same as `PoseForA` when applied to a model with no rest rotation.")

REQUIRED = [b for b in BODY if b[0] not in OPTIONAL]
# Without chest and neck, what hangs from them hangs from the bone above.
SMALL = [(n, {"chest": "spine", "neck": "spine"}.get(p, p), (x, y + (0.35 if p == "neck" else 0.15 if p == "chest" else 0), z))
         for n, p, (x, y, z) in REQUIRED]
TURNS = [pose("hips", (0, 1, 0), 30), pose("spine", (1, 0, 0), 20), pose("head", (0, 1, 0), -40), pose("leftUpperArm", (0, 0, 1), -60),
         pose("leftLowerArm", (0, 1, 0), -80), pose("rightUpperLeg", (1, 0, 0), -45), pose("rightLowerLeg", (1, 0, 0), 70)]
ALL = [n for n, _, _ in BODY]
LIMBS = ["hips", "spine", "head", "leftUpperArm", "leftLowerArm", "leftHand", "rightUpperLeg", "rightLowerLeg", "rightFoot"]
RESTS = {"hips": turn((0, 1, 0), 20), "spine": turn((1, 0, 0), -35), "leftUpperArm": turn((0, 0, 1), 30), "leftLowerArm": turn((1, 0, 0), 90),
         "head": turn((0.6, 0, 0.8), 40), "rightUpperLeg": turn((0, 0.6, 0.8), 110), "rightLowerLeg": turn((1, 0, 0), -15)}
FINGERS = [("ThumbMetacarpal", "Hand"), ("ThumbProximal", "ThumbMetacarpal"), ("ThumbDistal", "ThumbProximal"),
           ("IndexProximal", "Hand"), ("IndexIntermediate", "IndexProximal")]


def one(slug, about, cite, scene, names, inputs=tuple(TURNS), **more):
    return case(slug, about, scene, {"rotations": list(names), "positions": list(names)}, cite, inputs, frames=(1,), **more)


def bones(slug, about, cite, scene, names, **more):
    return case(slug, about, scene, {"bones": list(names)}, cite, frames=(1,), **more)


def cases():
    yield one("humanoid-pose", "A pose on an avatar without rotations at rest", SAME, Scene(), LIMBS)
    yield one("humanoid-rests", "The same pose on one that has them", NORMALIZED, Scene(rotations=RESTS), LIMBS)
    scene = Scene(rotations=RESTS)
    yield one("humanoid-rest", "A pose of identities is the rest pose", NORMALIZED, scene, ALL, [pose(n, (1, 0, 0), 0) for n in ALL])
    scene = Scene(body=SMALL)
    yield one("humanoid-required", "An avatar that has only the 15 required bones", PARENT, scene, [b[0] for b in SMALL])
    yield one("humanoid-not-there", "A pose of bones that the avatar lacks leaves it at rest", PARENT, scene, [b[0] for b in SMALL],
              [pose("chest", (1, 0, 0), 40), pose("neck", (1, 0, 0), 40), pose("jaw", (1, 0, 0), 20)])
    body = [b for b in BODY if b[0] not in ("leftLowerArm", "leftHand")]
    scene = Scene(body=body, rotations={"spine": RESTS["spine"], "rightUpperLeg": RESTS["rightUpperLeg"]})
    scene.add("twist", "leftUpperArm", (0.1, 0, 0), turn((1, 0, 0), 25))
    for name, parent, place in (("leftLowerArm", "twist", (0.15, 0, 0)), ("leftHand", "leftLowerArm", (0.25, 0, 0))):
        scene.bones[name] = scene.add(name, parent, place)
    yield one("humanoid-between", "A node with a rotation at rest between two bones", BETWEEN, scene, [*LIMBS, "twist"])
    scene = Scene()
    scene.node("root")["rotation"] = turn((0, 0.6, 0.8), 30)
    scene.node("root")["translation"] = [0.1, 0.2, -0.1]
    yield one("humanoid-root", "A root with a place and a rotation of its own", NORMALIZED, scene, LIMBS)
    yield bones("humanoid-bones", "The nodes of bones, and bones that are not there", UNIQUE, Scene(), [*ALL, "upperChest", "jaw", "leftToes"])
    scene = Scene()
    for side, sign in (("left", 1), ("right", -1)):
        for name, parent in FINGERS:
            scene.bones[side + name] = scene.add(f"{side} {name} node", f"{side}{parent}" if parent == "Hand" else f"{side} {parent} node",
                                                 (0.03 * sign, 0, 0.01))
    yield bones("humanoid-fingers", "Fingers, on nodes with other names than their bones", UNIQUE, scene,
                [side + n for side in ("left", "right") for n, _ in FINGERS] + ["leftLittleProximal"])
    scene = Scene("0.x")
    names = {}
    for name, parent in (("ThumbProximal", "Hand"), ("ThumbIntermediate", "ThumbProximal"), ("ThumbDistal", "ThumbIntermediate")):
        scene.bones["left" + name] = names[name] = scene.add(f"left {name} node", f"left{parent}" if parent == "Hand" else names[parent], (-0.03, 0, 0))
    yield bones("humanoid-thumbs-0", "Thumbs of 0.x under their names of 1.0", (HUMANOID, "Finger", "leftThumbMetacarpal | | leftHand"), scene,
                ["leftThumbMetacarpal", "leftThumbProximal", "leftThumbDistal"])
