"""Constraints: roll, aim, rotation; weights, rests, order and circles."""
from golden_math import turn

from .kit import CONSTRAINT, CORE, WALK, case, rotate
from .scene import Scene
from .springs import LOOSE

ROLL = (CONSTRAINT, "Roll Constraint, Evaluation of rotations", "It SHOULD evaluate the rotation from the rest transform of the source to the current orientation of the source, around the roll axis of the rest transform of the destination.")
SWING = (CONSTRAINT, "Roll Constraint, Evaluation of rotations", "Also, if the source is rotating outside of the roll axis, it SHOULD evaluate the roll axis using the difference between a minimum rotation which makes the roll axis direct at the same direction.")
AIM = (CONSTRAINT, "Aim Constraint, Evaluation of rotations", "It SHOULD evaluate the rotation from the rest transform of the destination to the orientation that makes the aim axis aim at the source in world coordinates.")
SMALLEST = (CONSTRAINT, "Aim Constraint, Evaluation of rotations", "The rotation SHOULD be the smallest possible rotation that meets the condition.")
COPY = (CONSTRAINT, "Rotation Constraint, Evaluation of rotations", "It SHOULD evaluate the rotation from the rest transform of the source to the current rotation of the source in the local coordinate of the source, then transfer to the destination in the local coordinate of the destination.")
WEIGHT = (CONSTRAINT, "Weight", "Weight is a number in the range of [0.0 - 1.0] and performs Spherical Linear Interpolation (slerp) from the rest rotation of the destination to the rotation determined by the constraint.")
ORDER = (CONSTRAINT, "Dependency resolution between constraints", "Constraints should be updated in correct orders under cases that has dependencies, to prevent constraints from referring transforms that is not updated yet.")
CIRCLE = (CONSTRAINT, "Sources", "The source must not make a circular dependency between two or more constraints")
STAGES = (CORE, "Expression, LookAt, SpringBone, Constraints execution order", "The recommended order of execution in an update loop is as follows.")

TWIST = rotate("leftLowerArm", (1, 0, 0), [1, 10], [0, 80])
BEND = rotate("leftLowerArm", (0, 0.6, 0.8), [1, 10], [0, 50])
ARM = rotate("leftUpperArm", (0, 0, 1), [1, 10], [0, -60])


def one(slug, about, cite, kind, source="leftLowerArm", inputs=(TWIST, BEND), parent="leftUpperArm", place=(0.12, 0, 0), rotation=None,
        rotations=None, status="clear", question=None, **members):
    scene = Scene(rotations=rotations)
    scene.add("c0", parent, place, rotation)
    scene.constraint("c0", kind, source, **members)
    return case(slug, about, scene, {"rotations": ["c0"]}, cite, inputs, (1, 4, 10), status, question)


def kinds():
    yield one("constraint-roll", "A twist of the source around the roll axis", ROLL, "roll", rollAxis="X", inputs=(TWIST,))
    yield one("constraint-roll-swing", "A source that bends and twists: the bend is taken out", SWING, "roll", rollAxis="X",
              inputs=(rotate("leftLowerArm", (0.8, 0, 0.6), [1, 10], [0, 90]),))
    yield one("constraint-roll-y", "Roll axis Y", SWING, "roll", rollAxis="Y", inputs=(BEND,))
    yield one("constraint-roll-z", "Roll axis Z", SWING, "roll", rollAxis="Z", inputs=(BEND,))
    yield one("constraint-roll-half", "A weight of 0.5", WEIGHT, "roll", rollAxis="X", weight=0.5, inputs=(TWIST,))
    yield one("constraint-roll-rests", "Source and destination have rotations at rest", ROLL, "roll", rollAxis="X",
              rotation=turn((0, 1, 0), 30), rotations={"leftLowerArm": turn((0, 0, 1), 40)},
              inputs=(rotate("leftLowerArm", (0.8, 0, 0.6), [1, 10], [0, 70]),))
    yield one("constraint-aim", "The axis +Z aims at a hand", AIM, "aim", source="leftHand", parent="chest", place=(0, 0.1, 0.1),
              aimAxis="PositiveZ", inputs=(ARM,))
    yield one("constraint-aim-negative", "The axis -X aims at a hand", AIM, "aim", source="leftHand", parent="chest", place=(0, 0.1, 0.1),
              aimAxis="NegativeX", inputs=(ARM,))
    yield one("constraint-aim-half", "A weight of 0.5", WEIGHT, "aim", source="leftHand", parent="chest", place=(0, 0.1, 0.1),
              aimAxis="PositiveY", weight=0.5, inputs=(ARM,))
    yield one("constraint-aim-rests", "Destination and its parent have rotations at rest", SMALLEST, "aim", source="leftHand", parent="chest",
              place=(0, 0.1, 0.1), rotation=turn((1, 0, 0), 50), rotations={"chest": turn((0, 1, 0), 25)}, aimAxis="PositiveX",
              inputs=(ARM, rotate("chest", (0, 1, 0), [1, 10], [0, 45])))
    yield one("constraint-aim-root", "Aiming while the whole avatar moves", AIM, "aim", source="leftHand", parent="head", place=(0, 0.1, 0.1),
              aimAxis="PositiveZ", inputs=(ARM, WALK))
    yield one("constraint-rotation", "A rotation is copied", COPY, "rotation", inputs=(BEND,))
    yield one("constraint-rotation-half", "A weight of 0.3", WEIGHT, "rotation", weight=0.3, inputs=(BEND,))
    yield one("constraint-rotation-none", "A weight of 0 keeps the rest rotation", WEIGHT, "rotation", weight=0, inputs=(BEND,),
              rotation=turn((0, 1, 0), 20))
    yield one("constraint-rotation-rests", "Source and destination have rotations at rest", COPY, "rotation", inputs=(BEND,),
              rotation=turn((0, 1, 0), 30), rotations={"leftLowerArm": turn((0, 0, 1), 40)}, parent="chest")


def chain(names):
    """Three constraints, each from the one before; their nodes stand in this order in the file."""
    scene = Scene()
    for name in names:
        scene.add(name, "chest", (0.1 * int(name[1]), 0, 0))
    for name, source in (("c0", "leftLowerArm"), ("c1", "c0"), ("c2", "c1")):
        scene.constraint(name, "rotation", source, weight=0.8)
    return scene


def order():
    watched = {"rotations": ["c0", "c1", "c2"]}
    yield case("constraint-chain", "A chain of three constraints", chain(("c0", "c1", "c2")), watched, ORDER, [BEND], (1, 4, 10))
    yield case("constraint-chain-reversed", "The same with the last one first in the file", chain(("c2", "c1", "c0")), watched, ORDER, [BEND],
               (1, 4, 10))
    scene = Scene()
    scene.add("c1", "chest", (0, 0.1, 0.1))
    scene.add("c0", "leftUpperArm", (0.1, 0, 0))
    scene.add("c2", "c0", (0.1, 0.1, 0))
    scene.constraint("c0", "rotation", "leftLowerArm")
    scene.constraint("c1", "aim", "c2", aimAxis="PositiveZ")
    yield case("constraint-aim-moved", "Aiming at a node that another constraint moves", scene, {"rotations": ["c0", "c1"]}, ORDER, [BEND],
               (1, 4, 10))
    scene = Scene()
    for name in ("c0", "c1", "c2"):
        scene.add(name, "chest", (0.1 * int(name[1]), 0, 0))
    scene.constraint("c0", "rotation", "c1")
    scene.constraint("c1", "rotation", "c0")
    scene.constraint("c2", "rotation", "leftLowerArm")
    yield case("constraint-circle", "Two constraints that depend on each other do nothing; a third goes on", scene, watched, CIRCLE, [BEND],
               (1, 4, 10), "contradictory", "The text forbids circular dependencies, and its pseudocode throws. Must an engine refuse the "
               "file, drop the circle, or drop all constraints?", may_refuse=True)
    scene = Scene()
    scene.add("c0", "head", (0, 0.1, -0.1))
    scene.constraint("c0", "rotation", "leftLowerArm")
    names = [scene.add(f"s{i}", f"s{i - 1}" if i else "c0", (0, -0.1, 0)) for i in range(3)]
    scene.spring(names, LOOSE)
    yield case("constraint-before-spring", "Springs see what constraints have done in the same frame", scene,
               {"rotations": ["c0", *names]}, STAGES, [BEND], (1, 4, 10, 30))
    scene = Scene()
    scene.eyes()
    scene.look_at()
    scene.add("c0", "head", (0, 0.1, 0.1))
    scene.constraint("c0", "rotation", "leftEye")
    yield case("constraint-after-look", "Constraints see what lookAt has done in the same frame", scene, {"rotations": ["c0", "leftEye"]},
               STAGES, [{"input": "look_at", "frames": [1, 2], "values": [[0, 1.66, 5], [3, 2.5, 3]]}], (1, 2))


def cases():
    for part in (kinds, order):
        yield from part()
