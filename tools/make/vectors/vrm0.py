"""VRM 0.x: axes, chains out of trees, curves of lookAt, percents and the facing."""
from .kit import NOD, SPRING, VRM0, WALK, case, express, look, pose, rotate
from .scene import BODY, Scene

RULES = (VRM0, "VRM rules", "Model faces towards -Z direction")
ROOT = (VRM0, "Root of spring bone (json.extensions.VRM.secondaryAnimation.boneGroups[0].bones)", "Specify the node index of the root bone of the swaying object.")
TAIL = (SPRING, "For `vrm0`", "d- (Add SpringJoint at a distance of 7 cm at the end)")
GRAVITY = (VRM0, "gravityDir (json.extensions.VRM.secondaryAnimation.boneGroups[0].gravityDir)", "The direction of gravity. Set (0, -1, 0) for simulating the gravity. Set (1, 0, 0) for simulating the wind.")
CENTER = (VRM0, "center (json.extensions.VRM.secondaryAnimation.boneGroups[0].center)", "The reference point of a swaying object can be set at any location except the origin.")
OFFSET = (VRM0, "Local coordinate (json.extensions.VRM.secondaryAnimation.colliderGroups[0].colliders[1].offset)", "The local coordinate from the node of the collider group.")
EYES = (VRM0, "Eye control settings", "Control the model's eyes based on the direction from the model's head to the target.")
ANGLE = (VRM0, "Angle adjustment", "Adjust the angle when applying the angle difference between the head and the target to the eye bone.")
SHAPES = (VRM0, "Eye controller types (json.extensions.VRM.firstPerson.lookAtTypeName)", "BlendShape: control eyes with BlendShape. BlendShapePreset.LookUp, LookDown, LookLeft and LookRight are used.")
GROUPS = (VRM0, "VRM extension: Morph setting (json.extensions.VRM.blendShapeMaster)", "Set an array of BlendShapeGroups to group BlendShape.")
PERSON = (VRM0, "meshAnnotations (json.extensions.VRM.firstPerson.meshAnnotations)", "Switch display / undisplay for each mesh in first-person view or the others.")

SOFT = {"stiffiness": 0.5, "gravityPower": 0.3, "gravityDir": {"x": 0, "y": -1, "z": 0}, "dragForce": 0.4, "center": -1, "hitRadius": 0.02,
        "colliderGroups": []}


def hair(branches=False, colliders=None, **settings):
    scene = Scene("0.x")
    names = scene.chain("s", "head", (0.02, 0.1, 0.1), (0.05, -0.08, 0.01), 3)
    if branches:
        scene.add("s7", "s0", (-0.05, -0.05, 0.02))
        scene.add("s8", "s7", (0, -0.1, 0))
    group = {**SOFT, **settings, "bones": [scene.index[names[0]]]}
    if colliders:
        group["colliderGroups"] = [0]
    scene.part("secondaryAnimation", {"boneGroups": [group], "colliderGroups": [
        {"node": scene.index["head"], "colliders": colliders}] if colliders else []})
    return scene


def sway(slug, about, cite, scene, inputs=(WALK,), **more):
    return case(slug, about, scene, {"rotations": [n for n in scene.index if n[0] == "s" and n[1:].isdigit()]}, cite, inputs, **more)


def springs():
    yield sway("vrm0-tree", "Every node below the root of a spring sways; a leaf's tail is 7 cm beyond it", TAIL, hair())
    yield sway("vrm0-branch", "A node's tail is its first child; other children begin chains of their own", ROOT, hair(True), status="silent",
               question="A node of a 0.x spring has several children. Which of them is its tail?")
    yield sway("vrm0-gravity", "gravityDir is in left-handed axes", GRAVITY, hair(gravityDir={"x": 0.5, "y": 0, "z": 1}), status="silent",
               question="In which axes is gravityDir of 0.x? The schema says of the offset of colliders alone that it is left-handed.")
    yield sway("vrm0-collider", "So are the offsets of colliders", OFFSET, hair(colliders=[{"offset": {"x": 0.08, "y": 0.05, "z": -0.11}, "radius": 0.06}],
                                                                              gravityPower=0.6))
    scene = hair()
    group = scene.extensions["VRM"]["secondaryAnimation"]["boneGroups"][0]
    group["center"] = scene.index["hips"]
    yield sway("vrm0-center", "A center", CENTER, scene, (WALK, NOD))


def gaze(kind="Bone", **maps):
    scene = Scene("0.x")
    scene.eyes()
    even = {"curve": [0, 0, 0, 1, 1, 1, 1, 0], "xRange": 90}
    part = {"firstPersonBone": scene.index["head"], "firstPersonBoneOffset": {"x": 0, "y": 0.06, "z": 0.05}, "lookAtTypeName": kind,
            "lookAtHorizontalInner": {**even, "yRange": 8}, "lookAtHorizontalOuter": {**even, "yRange": 12},
            "lookAtVerticalDown": {**even, "yRange": 10}, "lookAtVerticalUp": {**even, "yRange": 15}}
    scene.part("firstPerson", {**part, **maps})
    return scene


AHEAD, LEFT, CORNER = (0, 1.66, -5), (-3, 1.66, -3), (2, 3.2, -2.5)


def cases():
    everything = {"rotations": [n for n, _, _ in BODY], "positions": [n for n, _, _ in BODY]}
    yield case("vrm0-rest", "A 0.x avatar as it is in its file, which faces -Z", Scene("0.x"), everything, RULES, [WALK], (1, 10))
    yield case("vrm0-pose", "A normalized pose has the axes of a model that faces +Z", Scene("0.x"), everything, RULES, [
        pose("leftUpperArm", (0, 0, 1), -60), pose("head", (0, 1, 0), 40), pose("rightUpperLeg", (1, 0, 0), -50)], (1,), "silent",
        "Is the normalized pose of a 0.x model in the axes of the file, or in those of 1.0? VRMC_vrm_animation plays on both.")
    yield from springs()
    eyes = {"rotations": ["leftEye", "rightEye"]}
    yield case("vrm0-look", "Eyes of a model that faces -Z", gaze(), eyes, EYES, [look(AHEAD, LEFT, CORNER), rotate("head", (0, 1, 0), [2, 3], [0, 20])],
               (1, 2, 3))
    yield case("vrm0-look-curve", "A range map with a curve", gaze(lookAtHorizontalOuter={
        "curve": [0, 0, 0, 2, 0.5, 0.8, 0.5, 0.5, 1, 1, 0, 0], "xRange": 60, "yRange": 20}), eyes, ANGLE, [look(LEFT, (-1, 1.66, -5))], (1, 2),
        "silent", "The schema has a curve of times, values and tangents, and the text does not say how it is evaluated.")
    scene = gaze("BlendShape", lookAtHorizontalOuter={"xRange": 60, "yRange": 1})
    scene.mesh("face", 2)
    scene.part("blendShapeMaster", {"blendShapeGroups": [
        {"name": "LookLeft", "presetName": "lookleft", "binds": [{"mesh": 0, "index": 0, "weight": 100}], "materialValues": []},
        {"name": "LookRight", "presetName": "lookright", "binds": [{"mesh": 0, "index": 1, "weight": 100}], "materialValues": []}]})
    yield case("vrm0-look-shapes", "LookAt by expressions", scene, {"morphs": ["face"]}, SHAPES, [look(LEFT, (1, 1.66, -5))], (1, 2))
    scene = Scene("0.x")
    scene.mesh("face", 2)
    scene.part("blendShapeMaster", {"blendShapeGroups": [
        {"name": "Joy", "presetName": "joy", "binds": [{"mesh": 0, "index": 0, "weight": 60}], "materialValues": []},
        {"name": "Wink", "presetName": "unknown", "isBinary": True, "binds": [{"mesh": 0, "index": 1, "weight": 100}], "materialValues": []}]})
    yield case("vrm0-expressions", "Weights in percent, presets under their names of 1.0, a custom one", scene, {"morphs": ["face"]}, GROUPS,
               [express("happy", 0, 0.5, 1), express("Wink", 0.4, 0.6, 1)], (1, 2, 3))
    scene = Scene("0.x")
    scene.material("skin", texture=True, color=[0.8, 0.4, 0.2, 1])
    scene.mesh("face", 1, material=0)
    scene.part("materialProperties", [{"name": "skin", "shader": "VRM_USE_GLTFSHADER", "renderQueue": 2000, "floatProperties": {},
                                       "vectorProperties": {}, "textureProperties": {}, "keywordMap": {}, "tagMap": {}}])
    scene.part("blendShapeMaster", {"blendShapeGroups": [
        {"name": "Joy", "presetName": "joy", "binds": [], "materialValues": [
            {"materialName": "skin", "propertyName": "_MainTex_ST", "targetValue": [0.5, 0.5, 0.25, 0.125]}]},
        {"name": "Fun", "presetName": "fun", "binds": [], "materialValues": [
            {"materialName": "skin", "propertyName": "_Color", "targetValue": [0.2, 1, 0.5, 1]}]}]})
    yield case("vrm0-texture", "A texture is moved in axes whose origin is at the bottom", scene, {"materials": {"skin": ["scale", "offset"]}}, GROUPS,
               [express("happy", 0, 0.5, 1)], (1, 2, 3), "silent", "Where is the origin of _MainTex_ST?")
    yield case("vrm0-color", "Colors of materials are encoded as sRGB", scene, {"materials": {"skin": ["color"]}}, GROUPS, [express("relaxed", 0, 0.5, 1)],
               (1, 2, 3), "silent", "Is the targetValue of _Color linear, or encoded as the color that Unity's editor shows?")
    scene = Scene("0.x")
    for name in ("hat", "glove", "panel"):
        scene.mesh(name, triangles=2, parent="head" if name == "hat" else "leftHand")
    scene.part("firstPerson", {"firstPersonBone": scene.index["head"], "firstPersonBoneOffset": {"x": 0, "y": 0.06, "z": 0}, "meshAnnotations": [
        {"mesh": i, "firstPersonFlag": f} for i, f in enumerate(("ThirdPersonOnly", "Both", "FirstPersonOnly"))], "lookAtTypeName": "Bone"})
    yield case("vrm0-person", "First-person flags of meshes", scene, {"triangles": ["hat", "glove", "panel"]}, PERSON, frames=(1,))
