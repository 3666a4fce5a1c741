"""Motions: interpolation, rests, missing bones, joints between bones, hips, expressions, lookAt."""
from golden_math import qmul, turn

from .humanoid import LIMBS, RESTS, SMALL
from .kit import ANIMATION, GLTF, POSE, case, clip_seconds
from .scene import BODY, Scene

INTERPOLATION = (GLTF, "Animation Sampler Interpolation Modes", "Animation sampler interpolation modes define how to compute values of animated properties for the timestamps located between the keyframes.")
CLAMPED = (GLTF, "Animations", "Before and after the provided input range, output MUST be clamped to the nearest end of the input range.")
TO_POSE = (POSE, "`PoseForA` => `NormalizedLocalRotation`", "$NormalizedLocalRotation = W \\cdot L^{-1} \\cdot A.LocalRotation \\cdot W^{-1}$")
FEWER_SOURCE = (POSE, "When the source model has few bones", "If the source model has few bones, it is recommended to simply apply only the bones contained in the source model.")
FEWER_TARGET = (POSE, "When the target model has few bones", "If the destination model has few bones, it is recommended to apply the rotation of the target bone to all child bones that would otherwise be affected by the rotation of the target bone.")
HIPS = (POSE, "About translation scaling", "The scaling factor for the hips' translation is `scaling_factor = y_dst / y_src`, where `y_src` is the source model's hips height in a T-pose, and `y_dst` is the target model's hips height in a T-pose")
BETWEEN = (ANIMATION, "Humanoid", "Animations for nodes specified as Humanoid bones are treated as animation data for the Humanoid bone.")
NO_SCALE = (ANIMATION, "Humanoid", "The animation data for the Humanoid bone must not include scales for the Humanoid bone.")
NO_MOVE = (ANIMATION, "Humanoid", "Also, the animation for the Humanoid bone must not include translations for bones other than the Hips bone.")
WEIGHT = (ANIMATION, "Expressions", "Among the animations for the nodes specified as expressions, the X component of the translation is treated as the animation data for the weight of the expression.")
WEIGHT_CLAMP = (ANIMATION, "Expressions", "If the weight value is outside the range of [0, 1], the implementation must clamp the value to the range of [0, 1].")
GAZE = (ANIMATION, "Eye gaze direction", "The rotation order of the Euler angle must be interpreted as Extrinsic ZXY, and the rotation around the Y axis is yaw and the rotation around the X axis is pitch.")

TIMES = (0, 0.25, 0.5, 0.8, 1)
STEPS = (0, 0.3, 0.49, 0.51, 0.9, 1.2)  # not at keys, where rounding decides
KEYS = [turn((0, 0, 1), a) for a in (0, 70, -20)]
BEND = [turn((0.6, 0, 0.8), a) for a in (10, 100, 30)]


def source(tracks, body=None, rotations=None, add=None, members=None):
    scene = Scene("vrma", body=body, rotations=rotations)
    if add:
        add(scene)
    scene.animation([(node, path, mode, times, [list(map(float, v)) for v in values]) for node, path, mode, times, values in tracks])
    if members:
        scene.extensions["VRMC_vrm_animation"] = members(scene)
    return scene


def one(slug, about, cite, clip, target=None, names=LIMBS, times=TIMES, observe=None, **more):
    return case(slug, about, target or Scene(), observe or {"rotations": [n for n in names]}, cite, [clip_seconds(*times)],
                range(1, len(times) + 1), clip=clip, **more)


def turned(keys, rest): return [qmul(rest, k) for k in keys]


def interpolations():
    arm, third = "leftUpperArm", (0, 0.5, 1)
    yield one("motion-linear", "Rotations, LINEAR", INTERPOLATION, source([(arm, "rotation", "LINEAR", third, KEYS), ("spine", "rotation", "LINEAR", third, BEND)]))
    yield one("motion-step", "Rotations, STEP", INTERPOLATION, source([(arm, "rotation", "STEP", third, KEYS)]), times=STEPS)
    spline = [v for k, (a, b) in zip(KEYS, (((0, 0, 0, 0), (0, 0.5, 1, 0)), ((0.2, 0, 1, 0), (0, 0, -1, 0)), ((0, 0, -2, 0), (0, 0, 0, 0))))
              for v in (a, k, b)]
    yield one("motion-cubic", "Rotations, CUBICSPLINE", INTERPOLATION, source([(arm, "rotation", "CUBICSPLINE", third, spline)]))
    signs = [KEYS[0], [-x for x in KEYS[1]], KEYS[2]]
    yield one("motion-signs", "Keys of the other sign: the shorter way is taken", (
        GLTF, "Spherical Linear Interpolation", "ensure that the spherical interpolation follows the short path along the great circle defined by the two quaternions"),
        source([(arm, "rotation", "LINEAR", third, signs)]))
    yield one("motion-ends", "Before the first key and after the last", CLAMPED, source([(arm, "rotation", "LINEAR", (0.4, 0.6, 0.7), KEYS)]),
              times=(0, 0.4, 0.5, 0.7, 0.9))
    moves = [(0, 1, 0), (0.2, 1.1, 0.1), (0, 0.8, 0.3)]
    hips = {"rotations": ["hips"], "positions": ["hips", "head"]}
    for mode in ("LINEAR", "STEP"):
        yield one(f"motion-hips-{mode.lower()}", f"The place of the hips, {mode}", INTERPOLATION, source([("hips", "translation", mode, third, moves)]),
                  times=STEPS if mode == "STEP" else TIMES, observe=hips)


def rests():
    third = (0, 0.5, 1)
    tracks = [(n, "rotation", "LINEAR", third, turned(k, RESTS[n])) for n, k in (("leftUpperArm", KEYS), ("leftLowerArm", BEND), ("spine", BEND))]
    plain = [(n, "rotation", "LINEAR", third, k) for n, k in (("leftUpperArm", KEYS), ("leftLowerArm", BEND), ("spine", BEND))]
    yield one("motion-source-rests", "The file of the motion has rotations at rest", TO_POSE, source(tracks, rotations=RESTS))
    yield one("motion-target-rests", "The avatar has them", TO_POSE, source(plain), Scene(rotations=RESTS))
    others = {n: turn((0, 1, 0), 10 * i) for i, n in enumerate(LIMBS)}
    yield one("motion-both-rests", "Both have others", TO_POSE, source(tracks, rotations=RESTS), Scene(rotations=others))
    turns = [("chest", "rotation", "LINEAR", third, KEYS), ("neck", "rotation", "LINEAR", third, BEND), ("head", "rotation", "LINEAR", third, KEYS)]
    yield one("motion-target-lacks", "The avatar has no chest and no neck: their rotations go to the bones above them", FEWER_TARGET, source(turns),
              Scene(body=SMALL), ["hips", "spine", "head", "leftUpperArm", "rightUpperArm"])
    yield one("motion-source-lacks", "The motion has no chest and no neck: they stay at rest", FEWER_SOURCE, source(
        [("spine", "rotation", "LINEAR", third, KEYS), ("head", "rotation", "LINEAR", third, BEND)], SMALL), None, ["spine", "chest", "neck", "head"])

    def inserted(scene):
        scene.add("twist", "leftUpperArm", (0.1, 0, 0), turn((1, 0, 0), 30))
        for name, parent, place in (("leftLowerArm", "twist", (0.15, 0, 0)), ("leftHand", "leftLowerArm", (0.25, 0, 0))):
            scene.bones[name] = scene.add(name, parent, place)

    body = [b for b in BODY if b[0] not in ("leftLowerArm", "leftHand")]
    yield one("motion-between-rest", "A joint between two bones that does not move", TO_POSE, source(
        [("leftLowerArm", "rotation", "LINEAR", third, BEND)], body, add=inserted))
    yield one("motion-between-turns", "A joint between two bones turns: what is below it turns along", BETWEEN, source(
        [("twist", "rotation", "LINEAR", third, [turn((1, 0, 0), a) for a in (30, 90, 0)]), ("leftLowerArm", "rotation", "LINEAR", third, BEND)],
        body, add=inserted), status="silent", question="A joint that is no bone stands between two bones of a motion and is animated. Does its "
                                                         "rotation count?")


def others():
    third = (0, 0.5, 1)
    moves = [(0, 1, 0), (0.2, 1.1, 0.1), (0, 0.8, 0.3)]
    small = [(n, p, (x * 0.6, y * 0.6, z * 0.6)) for n, p, (x, y, z) in BODY]
    yield one("motion-hips-size", "The way of the hips is scaled with their height", HIPS, source([("hips", "translation", "LINEAR", third, moves)]),
              Scene(body=small), observe={"positions": ["hips"]})

    def rooted(scene):
        scene.add("mover", "root", (0, 0, 0))
        hips = scene.index["hips"]
        scene.node("root")["children"] = [i for i in scene.node("root")["children"] if i != hips]
        scene.node("mover")["children"] = [hips]

    yield one("motion-root", "A joint above the hips moves", HIPS, source(
        [("mover", "translation", "LINEAR", third, [(0, 0, 0), (0.5, 0, 0), (0.5, 0, 1)]), ("mover", "rotation", "LINEAR", third, [
            turn((0, 1, 0), a) for a in (0, 40, 90)])], add=rooted), observe={"positions": ["hips"], "rotations": ["hips", "head"]}, status="silent",
        question="A joint above the hips of a motion is animated. Does it move and turn the avatar?")
    yield one("motion-scale", "Scales of bones are left out", NO_SCALE, source(
        [("spine", "scale", "LINEAR", third, [(1, 1, 1), (2, 2, 2), (1, 1, 1)]), ("spine", "rotation", "LINEAR", third, BEND)]),
        observe={"positions": ["head", "leftHand"], "rotations": ["head"]}, may_refuse=True, status="silent",
        question="A motion has scales of bones, which the text forbids. Must an engine refuse it?")
    yield one("motion-translation", "Translations of other bones than the hips are left out", NO_MOVE, source(
        [("head", "translation", "LINEAR", third, [(0, 0.1, 0), (0, 0.5, 0), (0, 0.1, 0)]), ("spine", "rotation", "LINEAR", third, BEND)]),
        observe={"positions": ["head", "leftHand"]}, may_refuse=True, status="silent",
        question="A motion has translations of other bones than the hips, which the text forbids. Must an engine refuse it?")
    face = Scene()
    face.mesh("face", 2)
    face.expression("happy", [("face", 0, 1)])
    face.expression("smirk", [("face", 1, 1)], is_custom=True)
    faces = source([("happy", "translation", "LINEAR", third, [(0, 0, 0), (1, 0, 0), (0.5, 0, 0)]), ("smirk", "translation", "STEP", third, [
        (0, 5, 5), (1.5, 0, 0), (-1, 0, 0)])], add=lambda s: [s.add(n, "root") for n in ("happy", "smirk")], members=lambda s: {
            "expressions": {"preset": {"happy": {"node": s.index["happy"]}}, "custom": {"smirk": {"node": s.index["smirk"]}}}})
    yield one("motion-expressions", "Weights of expressions, clamped", WEIGHT_CLAMP, faces, face, times=STEPS, observe={"morphs": ["face"]})
    eyes = Scene()
    eyes.eyes()
    eyes.look_at(inner=(90, 8), outer=(90, 20), down=(90, 12), up=(90, 30))
    gaze = source([("gaze", "rotation", "LINEAR", third, [(0, 0, 0, 1), qmul(turn((0, 1, 0), 40), turn((1, 0, 0), 20)), turn((0.6, 0.8, 0), -50)])],
                  add=lambda s: s.add("gaze", "root"), members=lambda s: {"lookAt": {"node": s.index["gaze"], "offsetFromHeadBone": [0, 0.06, 0]}})
    yield one("motion-look", "A direction of lookAt", GAZE, gaze, eyes, observe={"rotations": ["leftEye", "rightEye"]})
    both = source([("leftUpperArm", "rotation", "LINEAR", third, KEYS), ("hips", "translation", "LINEAR", third, moves),
                   ("hips", "rotation", "LINEAR", third, BEND)])
    yield one("motion-vrm0", "A motion on a 0.x avatar, which faces -Z", TO_POSE, both, Scene("0.x"),
              observe={"rotations": ["hips", "leftUpperArm", "head"], "positions": ["hips", "leftHand"]})


def cases():
    for part in (interpolations, rests, others):
        yield from part()
