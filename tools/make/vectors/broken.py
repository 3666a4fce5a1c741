"""Files that violate the specification: an engine may refuse them, or do what is expected here. It must not do anything else."""
from .kit import CONSTRAINT, EXPRESSIONS, EXTENDED, HUMANOID, LIMIT, PERSON, SPRING, WALK, case, express, rotate
from .scene import Scene
from .colliders import FALLING
from .springs import DOWN, LOOSE, SIDE, watched

GROUPS = (SPRING, "VRMC_springBone.colliderGroups", "List of indexes for VRMC_springBone.colliders in the previous section")
NAMED = (SPRING, "VRMC_springBone.springs", "His list of indexes for `VRMC_springBone.colliderGroups` that collide against this spring")
ANCESTOR = (SPRING, "joints", "joints [n] must be a parent or ancestor of joints[n+1]")
TWICE = (SPRING, "Multiple SpringChains must not be duplicated in the same SpringJoint (prohibited)", "Individual `SpringChains` must not contain the same joint.")
RANGE = (SPRING, "VRMC_springBone.springs[*].joints[*]", "dragForce | [0-1] | Deceleration (force to decelerate Spring Bone)")
STIFF = (SPRING, "VRMC_springBone.springs[*].joints[*]", "stiffness | 0 or more | Rigidity (force to return to the initial state)")
CENTER = (SPRING, "Center Space", "The center node must be the 0th joint of the SpringChain, or its ancestors.")
SHAPE = (SPRING, "VRMC_springBone.colliders", "shape is exclusive with either `sphere` or` capsule`.")
EXTENDED_SHAPE = (EXTENDED, "Shape", "It MUST define one of ShapeSphere, ShapeCapsule, or ShapePlane.")
SELF = (CONSTRAINT, "Sources", "The source must not be the destination itself")
AXIS = (CONSTRAINT, "Aim Axis", 'Aim axis can be one of `"PositiveX"`, `"NegativeX"`, `"PositiveY"`, `"NegativeY"`, `"PositiveZ"`, or `"NegativeZ"`.')
WEIGHT = (CONSTRAINT, "Weight", "Weight is a number in the range of [0.0 - 1.0] and performs Spherical Linear Interpolation (slerp) from the rest rotation of the destination to the rotation determined by the constraint.")
MORPH = (EXPRESSIONS, "MorphTargetBind", "index | index of target morph (assuming all primitives have the same morphTarget)")
NODE = (EXPRESSIONS, "MorphTargetBind", "node | index of target node (has mesh)")
CUSTOM = (EXPRESSIONS, "Custom Expressions", "Custom Expressions cannot have names that are the same as any Preset Expressions.")
PRESET = (EXPRESSIONS, "Preset Expressions", "Below is the list of preset expressions.")
ANNOTATION = (PERSON, "MeshAnnotation", "node | Index for target node that has a mesh")
REQUIRED = (HUMANOID, "Leg", "leftToes | | leftFoot")
ANGLE = (LIMIT, "ConeLimit.angle", "The angle is expressed in radians and MUST be greater than or equal to zero.")

INDEX = "An index is out of range. Must an engine refuse the file, or ignore what has the index?"
VALUE = "A number is out of its range. Must an engine refuse the file, clamp the number, or use it as it is?"
MISSING = "A required part is missing. Must an engine refuse the file, or ignore what lacks it?"
RULE = "The file breaks this rule. Must an engine refuse it, or ignore a part of it, and which?"


def one(slug, about, cite, scene, observe, question, inputs=(), frames=(1, 10, 60), **more):
    return case(slug, about, scene, observe, cite, inputs, frames, "silent", question, may_refuse=True, **more)


def sway(slug, about, cite, scene, question, inputs=(WALK,)):
    return one(slug, about, cite, scene, watched(scene), question, inputs)


def hair(settings=LOOSE, step=DOWN):
    scene = Scene()
    names = scene.chain("s", "head", (0, 0.1, -0.1), step, 3)
    scene.spring(names, settings)
    return scene, scene.extensions["VRMC_springBone"]


def springs():
    scene = Scene()
    names = scene.chain("s", "head", (0, 0.1, -0.1), SIDE, 3)
    ball = scene.collider("head", sphere={"offset": [0.12, 0.02, -0.08], "radius": 0.05})
    scene.spring(names, FALLING, groups=[scene.group(ball, 99)])
    yield sway("broken-group-index", "A group names a collider that is not there, and one that is", GROUPS, scene, INDEX, ())
    scene = Scene()
    names = scene.chain("s", "head", (0, 0.1, -0.1), SIDE, 3)
    ball = scene.collider("head", sphere={"offset": [0.12, 0.02, -0.08], "radius": 0.05})
    scene.spring(names, FALLING, groups=[99, scene.group(ball)])
    yield sway("broken-spring-group", "A spring names a group that is not there, and one that is", NAMED, scene, INDEX, ())
    scene = Scene()
    names = scene.chain("s", "head", (0, 0.1, -0.1), SIDE, 3)
    ball = scene.collider("head", sphere={"offset": [0.12, 0.02, -0.08], "radius": 0.05})
    empty = scene.collider("head")
    scene.spring(names, FALLING, groups=[scene.group(empty, ball)])
    yield sway("broken-collider-shape", "A collider without a shape", SHAPE, scene, MISSING, ())
    scene = Scene()
    names = scene.chain("s", "head", (0, 0.1, -0.1), SIDE, 3)
    scene.spring(names, FALLING, groups=[scene.group(scene.collider("head", {}, sphere={"offset": [0.12, 0.02, -0.08], "radius": 0.05}))])
    yield sway("broken-extended-shape", "An extended collider without a shape: the fallback counts", EXTENDED_SHAPE, scene, MISSING, ())
    scene = Scene()
    names = scene.chain("s", "head", (0, 0.1, -0.1), DOWN, 3)
    scene.add("s7", "head", (0.1, 0.1, -0.1))
    scene.spring([*names, "s7"], LOOSE)
    yield sway("broken-chain", "A joint that is no descendant of the one before it ends the chain", ANCESTOR, scene, RULE)
    scene, part = hair()
    scene.spring(["s0", "s1", "s2"], {"stiffness": 9})
    yield sway("broken-twice", "Two springs have the same joints: the first one counts", TWICE, scene, RULE)
    scene, part = hair()
    part["springs"].insert(0, {"name": "empty", "joints": [{"node": scene.index["leftHand"]}]})
    yield sway("broken-one-joint", "A spring of one joint does nothing", (SPRING, "SpringChain", "A chain of consecutive `SpringJoint`s."), scene, MISSING)
    yield sway("broken-drag", "A dragForce of 1.5 counts as 1", RANGE, hair({"dragForce": 1.5})[0], VALUE)
    yield sway("broken-stiffness", "A stiffness of -1 counts as 0", STIFF, hair({"stiffness": -1, "gravityPower": 0.5}, SIDE)[0], VALUE)
    scene, part = hair()
    part["springs"][0]["center"] = 999
    yield sway("broken-center-index", "A center that is not there", CENTER, scene, INDEX)
    scene, part = hair()
    part["springs"][0]["center"] = scene.index["leftHand"]
    yield sway("broken-center", "A center that is no ancestor of the chain", CENTER, scene, RULE)
    scene = Scene()
    names = scene.chain("s", "head", (0, 0.1, -0.1), SIDE, 3)
    scene.spring(names, FALLING, limits=[{"cone": {"angle": -0.5}}] * 2 + [None])
    yield sway("broken-limit", "A limit with a negative angle counts as 0", ANGLE, scene, VALUE)


def others():
    def constrained(kind, source, **members):
        scene = Scene()
        scene.add("c0", "leftUpperArm", (0.1, 0, 0))
        scene.constraint("c0", kind, source, **members)
        return scene

    arm = [rotate("leftLowerArm", (0, 0.6, 0.8), [1, 10], [0, 50])]
    watch = {"rotations": ["c0", "leftHand"]}
    yield one("broken-source", "A constraint whose source is not there", SELF, constrained("rotation", 999), watch, INDEX, arm, (1, 10))
    yield one("broken-self", "A constraint whose source is its own node", SELF, constrained("rotation", "c0"), watch, RULE, arm, (1, 10))
    yield one("broken-axis", "An aim axis of another name", AXIS, constrained("aim", "leftHand", aimAxis="Z"), watch, VALUE, arm, (1, 10))
    yield one("broken-weight", "A weight of 2 counts as 1", WEIGHT, constrained("rotation", "leftLowerArm", weight=2), watch, VALUE, arm, (1, 10))

    def face(morphs, **more):
        scene = Scene()
        scene.mesh("face", 2)
        scene.expression("happy", morphs, **more)
        return scene

    morphs = {"morphs": ["face"]}
    happy = [express("happy", 0.5, 1)]
    yield one("broken-morph-index", "A bind of a morph target that is not there", MORPH, face([("face", 7, 1), ("face", 1, 1)]), morphs, INDEX, happy, (1, 2))
    yield one("broken-morph-node", "A bind of a node without a mesh", NODE, face([("head", 0, 1), ("face", 1, 1)]), morphs, RULE, happy, (1, 2))
    scene = face([("face", 0, 1)])
    scene.expression("grumpy", [("face", 1, 1)])
    yield one("broken-preset", "A preset of another name", PRESET, scene, morphs, RULE, [*happy, express("grumpy", 1, 1)], (1, 2))
    scene = face([("face", 0, 1)])
    scene.expression("happy", [("face", 1, 1)], is_custom=True)
    yield one("broken-custom", "A custom expression with the name of a preset", CUSTOM, scene, morphs, RULE, happy, (1, 2))
    scene = Scene()
    scene.mesh("hat", triangles=2)
    scene.part("firstPerson", {"meshAnnotations": [{"node": scene.index["head"], "type": "both"}, {"node": 999, "type": "both"},
                                                   {"node": scene.index["hat"], "type": "thirdPersonOnly"}]})
    yield one("broken-annotation", "Annotations of nodes that have no mesh, or are not there", ANNOTATION, scene, {"triangles": ["hat"]}, INDEX, (), (1,))
    scene = Scene()
    del scene.bones["leftFoot"]
    yield one("broken-bone", "A required bone is missing", REQUIRED, scene, {"bones": ["leftFoot", "rightFoot", "head"], "rotations": ["leftFoot", "head"]},
              MISSING, [rotate("leftLowerLeg", (1, 0, 0), [1, 2], [0, 30])], (1, 2))
    scene = Scene()
    scene.node("leftHand")["rotation"] = [0, 0, 0, 2]
    yield one("broken-rotation", "A node whose quaternion has length 2", ("glTF 2.0", "Transformations", "`rotation` is a unit quaternion value"), scene,
              {"rotations": ["leftHand"], "positions": ["leftHand"]}, VALUE, (), (1,))


def cases():
    for part in (springs, others):
        yield from part()
