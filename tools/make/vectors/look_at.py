"""LookAt: space, angles, range maps, eyes and expressions."""
from golden_math import turn

from .kit import LOOK, case, look, root_turn, rotate
from .scene import Scene

YAW = (LOOK, "LookAt space (offsetFromHeadBone)", "Yaw: Z-> X direction => Left")
PITCH = (LOOK, "LookAt space (offsetFromHeadBone)", "Pitch: Y-> Z direction => Down")
FOLLOWS = (LOOK, "LookAt space (offsetFromHeadBone)", "The parent of the transform is the head, which follows the head's movement")
OFFSET = (LOOK, "LookAt space (offsetFromHeadBone)", "The local position of the transform from the head is defined by the property `offsetFromHeadBone`")
REST = (LOOK, "LookAt space (offsetFromHeadBone)", "The local rotation of the transform from the head is the inverse of the head's rest rotation in model space")
MAP = (LOOK, "Interpretation when type is bone", "const boneLocalEulerAngle = min(fabs(value), rangeMap.inputMaxValue)/rangeMap.inputMaxValue * rangeMap.outputScale;")
SIDES = (LOOK, "Interpretation when type is bone", "Yaw>0(left) | rangeMapHorizontalOuter | rangeMapHorizontalInner")
ZERO = (LOOK, "Behavior when inputMaxValue is 0", "When inputMaxValue is set to 0, it is RECOMMENDED to apply 0 if the line-of-sight value is 0 and apply `outputScale` otherwise.")
APPLY = (LOOK, "Apply Yaw and Pitch to bone", "vrm.humanoid.leftEye.localRotation = Quaternion.from_YXZEuler(yaw, pitch, 0);")
WEIGHTS = (LOOK, "Interpretation when type is expression", "const expressionWeight = min(fabs(value), rangeMap.inputMaxValue)/rangeMap.inputMaxValue * rangeMap.outputScale;")
WEIGHTS_OUTER = (LOOK, "Interpretation when type is expression", "Note that there is no distinction between `horizontal inside` and `horizontal outside` because both eyes change together in one Expression.")
PSEUDO = (LOOK, "Apply Yaw and Pitch to expression", "const pitchWeight = min(fabs(pitchDegrees), rangeMapVerticalDown.inputMaxValue)/rangeMapVerticalDown.inputMaxValue * rangeMapVerticalDown.outputScale;")
NO_EYE = (LOOK, "LookAtType", "bone | LocalRotation of Humanoid leftEye bone and rightEye bone | EulerAngles")
AXES = ("The pseudocode sets the eye's local rotation to the angles, which loses a rotation at rest. Are the angles applied on top of the "
        "rest rotation, and in which axes: the model's or the eye's?")

AHEAD, LEFT, RIGHT = (0, 1.66, 5), (3, 1.66, 3), (-3, 1.66, 3)
UP, DOWN, CORNER = (0, 4, 3), (0, -1, 3), (2, 3.2, 2.5)
MAPS = {"inner": (90, 8), "outer": (90, 20), "down": (90, 12), "up": (90, 30)}
EYES = {"rotations": ["leftEye", "rightEye"]}


def bones(rotation=None, rotations=None, **more):
    scene = Scene(rotations=rotations)
    scene.eyes(rotation)
    scene.look_at(**{**MAPS, **more})
    return scene


def faces(maps=None, more=(), rotations=None, **members):
    scene = Scene(rotations=rotations)
    scene.mesh("face", 4)
    for i, name in enumerate(("lookLeft", "lookRight", "lookUp", "lookDown")):
        scene.expression(name, [("face", i, 1)], **members)
    scene.look_at("expression", **(maps or {"inner": (90, 0.2), "outer": (90, 0.9), "down": (60, 0.7), "up": (90, 1)}))
    for name, one in more:
        scene.expression(name, **one)
    return scene


def bone(slug, about, cite, targets, inputs=(), also=(), status="clear", question=None, **more):
    return case(slug, about, bones(**more), {"rotations": [*EYES["rotations"], *also]}, cite, [look(*targets), *inputs],
                range(1, len(targets) + 1), status, question)


def weights(slug, about, cite, targets, scene=None, inputs=(), **more):
    return case(slug, about, scene or faces(), {"morphs": ["face"]}, cite, [look(*targets), *inputs], range(1, len(targets) + 1), **more)


def cases():
    yield bone("look-ahead", "A target straight ahead", YAW, [AHEAD])
    yield bone("look-sides", "Left and right: each eye has an outer and an inner map", SIDES, [LEFT, RIGHT])
    yield bone("look-heights", "Up and down have maps of their own", PITCH, [UP, DOWN])
    yield bone("look-corner", "A corner: yaw and pitch together", APPLY, [CORNER, (-2, 0.5, 2)])
    yield bone("look-behind", "A target behind the head", YAW, [(1, 1.66, -3), (-1, 1.66, -3)])
    yield bone("look-capped", "Angles beyond inputMaxValue count as that", MAP, [LEFT, UP, DOWN], inner=(20, 8), outer=(20, 20), down=(15, 12),
               up=(15, 30))
    yield bone("look-zero-map", "An inputMaxValue of 0", ZERO, [AHEAD, LEFT, RIGHT], inner=(0, 8), outer=(0, 20))
    yield bone("look-head-turned", "LookAt space follows the head", FOLLOWS, [AHEAD, AHEAD, LEFT], [
        rotate("head", (0, 1, 0), [1, 2, 3], [0, 35, -20])])
    yield bone("look-root-turned", "It follows the whole avatar", FOLLOWS, [AHEAD, AHEAD, LEFT], [root_turn((0, 1, 0), [1, 2, 3], [0, -50, 100])])
    yield bone("look-offset", "The offset is in the space of the head", OFFSET, [(0.3, 1.9, 0.6), (0.3, 1.9, 0.6)], [
        rotate("head", (1, 0, 0), [1, 2], [0, 40])], offset=(0, 0.2, 0.1))
    yield bone("look-head-rest", "A head with a rotation at rest still looks along +Z", REST, [AHEAD, LEFT, CORNER],
               rotations={"head": turn((0.6, 0, 0.8), 40)}, status="contradictory", question=AXES)
    yield bone("look-eye-rest", "Eyes with rotations at rest", APPLY, [AHEAD, LEFT, CORNER], rotation=turn((0, 0.6, 0.8), 50),
               status="contradictory", question=AXES)
    scene = Scene()
    scene.eyes()
    del scene.bones["rightEye"]
    scene.look_at(**MAPS)
    yield case("look-one-eye", "A model with one eye bone", scene, EYES, NO_EYE, [look(LEFT, CORNER)], (1, 2), "silent",
               "A model of type bone has one eye bone, or none. Does the one that it has still move?")
    yield weights("look-expression-sides", "Left and right are weights, both through the outer map", WEIGHTS_OUTER, [LEFT, RIGHT, AHEAD])
    yield weights("look-expression-heights", "Up and down", PSEUDO, [UP, DOWN, CORNER])
    yield weights("look-expression-head-rest", "A head with a rotation at rest still looks along +Z: weights", REST, [AHEAD, LEFT, CORNER],
                  faces(rotations={"head": turn((0.6, 0, 0.8), 40)}))
    yield weights("look-expression-large", "An outputScale above 1 saturates the weight", WEIGHTS, [LEFT, RIGHT],
                  faces({"inner": (90, 1), "outer": (30, 3), "down": (90, 1), "up": (90, 1)}))
    yield weights("look-expression-binary", "Look expressions may be binary", WEIGHTS, [LEFT, (1, 1.66, 5)],
                  faces({"inner": (90, 1), "outer": (60, 1), "down": (90, 1), "up": (90, 1)}, isBinary=True))
    scene = faces(more=[("happy", {"overrideLookAt": "block"}), ("sad", {"overrideLookAt": "blend"})])
    for name, slug, value, kind in (("happy", "block", 0.5, "suppressed"), ("sad", "blend", 0.25, "attenuated")):
        yield weights(f"look-override-{slug}", f"Look expressions are {kind} by an expression with overrideLookAt", (
            "VRMC_vrm-1.0/expressions", "Procedural override", "To protect against these, there is the ability to override the value of a procedural Expression when procedural Expression is enabled at the same time for a non-procedural Expression."),
            [LEFT, LEFT], scene, [{"input": "expression", "name": name, "frames": [1, 2], "values": [0, value]}])
    scene = bones()
    scene.expression("happy", overrideLookAt="block")
    yield case("look-override-bone", "overrideLookAt and a model whose eyes are bones", scene, EYES, (
        "VRMC_vrm-1.0/expressions", "Procedural override", "Gaze | `overrideLookAt` | ` lookUp`, `lookDown`,` lookLeft`, `lookRight`"),
        [look(LEFT, LEFT), {"input": "expression", "name": "happy", "frames": [1, 2], "values": [0, 1]}], (1, 2), "silent",
        "overrideLookAt names the look expressions. Does it also stop eyes that are bones?")
