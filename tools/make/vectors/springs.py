"""Springs: forces, chains, center, stacked chains, scale, restarts and frame rates."""
from golden_math import turn

from .kit import NOD, RATE, SPIN, SPRING, TILT, WALK, case, reset, root, rotate
from .scene import Scene

INERTIA = (SPRING, "Inertia calculation", "The pseudocode represents the procedure")
FORCES = (SPRING, "Inertia calculation", "Inertia: The force which the tail tries to move by inertia. `1.0 - dragForce` is the coefficient.")
STIFF = (SPRING, "Inertia calculation", "Stiffness: The force which the tail tries to return to its original orientation. `stiffnessForce` is the coefficient.")
GRAVITY = (SPRING, "Inertia calculation", "Gravity: The force which the tail is pulled by gravity. `gravityDir * gravityPower`")
PAIR = (SPRING, "SpringJointPair", "Calculate the rotation of the Head from the movement of the Tail.")
SKIP = (SPRING, "joints", "If joints [n] and joints [n+1] are not direct parent-child nodes, the nodes in between are ignored.")
LAST = (SPRING, "Example", "The SpringJoint at the end is only used as a Tail, so no SpringJoint parameters are used.")
BELOW = (SPRING, "joints", "If the end of joints is not the terminal node, then the descendant nodes will be ignored and will not sway individually.")
SPACE = (SPRING, "Evaluation Space", "For evaluation of positions of Joints, world space is used by default.")
CENTER = (SPRING, "Center Space", "A node of the model can be specified as a `center` and the joint will be evaluated in the space relative to the node.")
CENTER_GRAVITY = (SPRING, "Considering center space", "External forces (gravity) are calculated in World Space regardless of the `center`.")
CENTER_ZERO = (SPRING, "Center Space", "The center node must be the 0th joint of the SpringChain, or its ancestors.")
ORDER = (SPRING, "Calculation order", "Specifically, if a joint exists at the ancestors of a joint, that ancestors will be updated first.")
APPLY = (SPRING, "Applying rotation", "Update the rotation of specified node using the `nextTail` we have calculated in procedures above.")
BRANCH = (SPRING, "Branching SpringChain (undefined)", "Treat as two SpringChains, `a-b-c-d` and` x-y-z`.")
FIRST = ("A chain hangs from a joint of another one. The part about branches leaves their order undefined, and the part about the "
         "calculation order has joints updated after those above them. Which one holds?")
LONG = "Is gravityDir normalized before it is used? The pseudocode multiplies it as it is."
LENGTH = (SPRING, "Initialization", "`boneLength` represents the length of the specified children, in the world coordinate.")
STATE = (SPRING, "Initialization", "`currentTail` represents the current position, `prevTail` represents the position in the previous frame.")

SIDE, DOWN = (0.1, 0, 0), (0, -0.1, 0)
LOOSE = {"stiffness": 0.5, "dragForce": 0.3}
HEAVY = {"stiffness": 0.3, "dragForce": 0.4, "gravityPower": 0.5}


def hair(settings, count=3, step=DOWN, rotation=None, parent="head", rotations=None, **more):
    scene = Scene(rotations=rotations)
    names = scene.chain("s", parent, (0, 0.1, -0.1), step, count, rotation)
    scene.spring(names, settings, **more)
    return scene


def watched(scene, *more):
    return {"rotations": [*(n for n in scene.index if n[0] == "s" and n[1:].isdigit()), *more]}


def sway(slug, about, scene, cite, inputs=(), **more):
    return case(slug, about, scene, watched(scene, *more.pop("also", ())), cite, inputs, **more)


def forces():
    yield sway("spring-gravity", "Gravity pulls a chain that points aside", hair(HEAVY, step=SIDE), GRAVITY)
    yield sway("spring-gravity-sideways", "Gravity in another direction than down",
               hair({**HEAVY, "gravityDir": [0.6, 0, 0.8]}), GRAVITY)
    yield sway("spring-gravity-long", "A direction of gravity of length 2", hair({**HEAVY, "gravityDir": [0, -2, 0]}, step=SIDE),
               GRAVITY, status="silent", question=LONG)
    yield sway("spring-gravity-only", "No stiffness: gravity alone", hair({"stiffness": 0, "gravityPower": 1, "dragForce": 0.4}, step=SIDE), GRAVITY)
    yield sway("spring-gravity-stiff", "Stiffness against gravity", hair({"stiffness": 2, "gravityPower": 1, "dragForce": 0.5}, step=SIDE),
               STIFF)
    yield sway("spring-stiffness-low", "Little stiffness while the avatar walks", hair({"stiffness": 0.1, "dragForce": 0.4}), STIFF, [WALK])
    yield sway("spring-stiffness-high", "High stiffness while the avatar walks", hair({"stiffness": 4, "dragForce": 0.4}), STIFF, [WALK])
    yield sway("spring-stiffness-zero", "No force at all: inertia alone", hair({"stiffness": 0, "dragForce": 0.2}), FORCES, [WALK],
               frames=(1, 10, 30))
    yield sway("spring-drag-zero", "No drag: the whole motion is kept", hair({"stiffness": 1, "dragForce": 0}), FORCES, [WALK])
    yield sway("spring-drag-full", "Full drag: no inertia", hair({"stiffness": 1, "dragForce": 1}), FORCES, [WALK])
    yield sway("spring-drag-high", "A drag of 0.9", hair({"stiffness": 1, "dragForce": 0.9}), FORCES, [WALK])
    yield sway("spring-returns", "A chain returns to its original orientation after a motion", hair({"stiffness": 2, "dragForce": 0.6}),
               STIFF, [root([1, 6], [(0, 0, 0), (0.2, 0, 0)])], frames=(1, 6, 30, 60))
    yield sway("spring-defaults", "A joint that has nothing but its node", hair({}), (
        f"{SPRING}/schema", "VRMC_springBone.joint", "Air resistance. Deceleration force."), [WALK])
    yield sway("spring-forces-together", "Inertia, stiffness and gravity in three directions",
               hair({**HEAVY, "gravityDir": [0.5, -0.5, 0.2]}, step=(0.05, -0.08, 0.03)), INERTIA, [WALK, SPIN], status="silent", question=LONG)


def chains():
    yield sway("spring-one-pair", "The smallest chain: one head, one tail", hair(LOOSE, 2), PAIR, [WALK])
    yield sway("spring-long-chain", "A chain of eight joints", hair(LOOSE, 8, (0, -0.05, 0)), PAIR, [WALK])
    yield sway("spring-joint-settings", "Each joint has its own parameters", hair(
        [{"stiffness": 1, "dragForce": 0.2}, {"stiffness": 0.2, "dragForce": 0.6, "gravityPower": 0.4},
         {"stiffness": 3, "dragForce": 0.1}, None], 4), PAIR, [WALK])
    yield sway("spring-last-joint", "The last joint's parameters count for nothing", hair(
        [LOOSE, LOOSE, {"stiffness": 0, "gravityPower": 50, "gravityDir": [1, 0, 0]}]), LAST, [WALK])
    scene = Scene()
    names = scene.chain("s", "head", (0, 0.1, -0.1), (0.02, -0.05, 0.01), 5, turn((0, 0, 1), 12))
    scene.spring([names[0], names[2], names[4]], LOOSE)
    yield sway("spring-skipped-node", "Nodes between joints are ignored, with rotations of their own", scene, SKIP, [WALK])
    scene = hair(LOOSE, 2)
    scene.chain("t", "s1", (0.05, -0.05, 0), (0, -0.05, 0), 2, turn((1, 0, 0), 30))
    yield sway("spring-below-last", "Nodes below the last joint follow it and do not sway", scene, BELOW, [WALK], also=("t0", "t1"))
    yield sway("spring-rests", "Joints with rotations at rest", hair(LOOSE, 4, rotation=turn((0.6, 0, 0.8), 25)), APPLY, [WALK, NOD])
    yield sway("spring-parent-rests", "Bones above the chain have rotations at rest",
               hair(LOOSE, rotations={"hips": turn((0, 1, 0), 30), "head": turn((1, 0, 0), 40)}), APPLY, [WALK, NOD])
    yield sway("spring-diagonal", "Bones along a diagonal", hair(HEAVY, 4, (0.04, -0.06, 0.05)), APPLY, [WALK])
    scene = Scene()
    scene.spring(scene.chain("s", "head", (0, 0.1, -0.1), DOWN, 3), LOOSE)
    scene.spring([scene.add("s7", "s0", (0.05, -0.05, 0)), scene.add("s8", "s7", (0.1, 0, 0))], HEAVY)
    yield sway("spring-branch", "A branch is a chain of its own, moved by the joint that it hangs from", scene, BRANCH, [WALK],
               status="contradictory", question=FIRST)
    yield sway("spring-two", "Two chains do not touch each other", two(), BRANCH, [WALK])
    scene = hair(LOOSE)
    yield sway("spring-pose-ignored", "A rotation that the pose gives to a joint is overwritten: the rest rotation counts", scene, APPLY,
               [WALK, rotate("s0", (0, 0, 1), [1, 20], [0, 60])], status="silent",
               question="A motion turns a joint's node. Does the chain return to the rest rotation, as the pseudocode's "
                        "initialLocalRotation has it, or to the rotation that the motion gives?")
    scene = Scene()
    names = scene.chain("s", "head", (0, 0.1, -0.1), DOWN, 2)
    names.append(scene.add("s2", "s1", (0, 0, 0)))
    names.append(scene.add("s3", "s2", DOWN))
    scene.spring(names, LOOSE)
    yield sway("spring-no-length", "A pair whose head and tail coincide keeps its rest rotation", scene, LENGTH, [WALK], status="silent",
               question="What does a pair do whose head and tail are at one point? The pseudocode normalizes a zero vector.")


def two():
    scene = Scene()
    scene.spring(scene.chain("s", "head", (0.1, 0.1, 0), DOWN, 3), LOOSE)
    for i in range(3):
        scene.add(f"s{i + 5}", "head" if i == 0 else f"s{i + 4}", (-0.1, 0.1, 0) if i == 0 else DOWN)
    scene.spring(["s5", "s6", "s7"], HEAVY)
    return scene


def stacked(order, **more):
    """A chain that hangs from a joint of another; `order`: in which the file lists them."""
    scene = Scene()
    lower = scene.chain("s", "head", (0, 0.1, -0.1), SIDE, 3)
    upper = [scene.add("s5", lower[1], (0, -0.05, 0)), scene.add("s6", "s5", DOWN), scene.add("s7", "s6", DOWN)]
    for i in order:
        scene.spring((lower, upper)[i], (HEAVY, LOOSE)[i], **more)
    return scene


def moving():
    yield sway("spring-world", "Without a center, moving the whole avatar sways its chains", hair(LOOSE), SPACE, [WALK])
    yield sway("spring-spin", "Turning the whole avatar sways its chains", hair(LOOSE, step=(0, -0.08, -0.06)), SPACE, [SPIN])
    yield sway("spring-nod", "Turning the head sways its chains", hair(LOOSE), SPACE, [NOD, TILT])
    yield sway("spring-stacked", "A chain on a chain, the lower one first", stacked((0, 1)), ORDER, [WALK],
               status="contradictory", question=FIRST)
    yield sway("spring-stacked-reversed", "The same with the upper one first in the file", stacked((1, 0)), ORDER, [WALK],
               status="contradictory", question=FIRST)
    yield sway("spring-center-still", "A center that moves with the avatar: walking does not sway", hair(LOOSE, center="hips"), CENTER, [WALK])
    yield sway("spring-center-spin", "Nor does turning the avatar", hair(LOOSE, center="hips"), CENTER, [SPIN])
    yield sway("spring-center-head", "Within the center's space the head still sways its chain", hair(LOOSE, center="hips"), CENTER, [NOD])
    yield sway("spring-center-parent", "A center that is the parent of the chain", hair(LOOSE, center="head"), CENTER, [NOD, WALK])
    yield sway("spring-center-gravity", "Gravity stays that of the world when the center turns",
               hair({**HEAVY, "gravityPower": 0.3}, center="chest"), CENTER_GRAVITY, [rotate("chest", (0, 0, 1), [1, 30], [0, 80])])
    yield sway("spring-center-all", "A center under everything that moves", hair(HEAVY, center="chest"), CENTER_GRAVITY, [WALK, SPIN, NOD])
    yield sway("spring-center-first-joint", "A center that is the first joint", hair(LOOSE, center="s0"), CENTER_ZERO, [NOD, WALK],
               status="silent", question="The center may be joint 0, whose rotation the spring itself writes. Is its space taken with "
                                         "the rest rotation, the rotation of the last frame, or that of this one?")
    yield sway("spring-jump", "A jump of the avatar swings its chains as far as they reach", hair(LOOSE), STATE,
               [root([20, 21], [(0, 0, 0), (1, 0, 0.5)])], frames=(20, 21, 22, 40))
    yield sway("spring-jump-restart", "Restarted at the jump, they do not move", hair(LOOSE), STATE,
               [root([20, 21], [(0, 0, 0), (1, 0, 0.5)]), reset(21)], frames=(20, 21, 22, 40), status="silent",
               question="What is a teleport? The text has no way to move an avatar without swaying its chains.")
    yield sway("spring-restart", "Restarting a chain that swings brings it to rest", hair(HEAVY), STATE, [WALK, reset(15)],
               frames=(14, 15, 16, 40), status="silent", question="What does restarting a chain set currentTail and prevTail to?")


def scaled(size, settings, where="root"):
    scene = Scene(scale=size if where == "root" else 1)
    names = []
    for i in range(3):
        names.append(scene.add(f"s{i}", names[-1] if names else "head", DOWN if i else (0, 0.1, -0.1),
                               scale=(size,) * 3 if (where, i) == ("joint", 1) else None))
    scene.spring(names, settings)
    return scene


def scales():
    forces = ("Do stiffness and gravity, which are lengths, scale with the model? The pseudocode adds them as they are, "
              "so that a model of half the size is twice as stiff.")
    for slug, size, where in (("double", 2, "root"), ("half", 0.5, "root"), ("joint", 1.5, "joint")):
        yield sway(f"spring-scale-{slug}", f"A {where} node of scale {size}: the length is that in the world, and forces are as written",
                   scaled(size, HEAVY, where), LENGTH, [WALK], status="silent", question=forces, settings=["literal-scale"])
    yield sway("spring-scale-inertia", "Scale without forces: the length alone", scaled(2, {"stiffness": 0, "dragForce": 0.3}), LENGTH, [WALK],
               frames=(1, 10, 30))


def rates():
    question = ("deltaTime enters linearly, but inertia is per frame: the motion depends on the frame rate. Is an implementation "
                "that steps at a fixed rate conforming?")
    for name, seconds in (("30", 1 / 30), ("20", 1 / 20), ("72", 1 / 72), ("144", 1 / 144),
                          ("mixed", [1 / 60, 1 / 30, 1 / 90, 1 / 45])):
        yield sway(f"spring-rate-{name}", "One step for each frame with the frame's own deltaTime", hair(HEAVY, step=(0.05, -0.08, 0)), INERTIA,
                   [WALK], seconds=seconds, settings=["literal-time"], status="silent", question=question)
    yield sway("spring-no-time", "Frames in which no time passes change nothing", hair(HEAVY, step=SIDE), INERTIA, [],
               seconds=[RATE, RATE, 0], status="silent",
               question="What does a frame do whose deltaTime is 0? By the pseudocode the tail still moves by its inertia.")


def cases():
    for part in (forces, chains, moving, scales, rates):
        yield from part()
