"""Expressions: weights, isBinary, overrides, and what they change."""
from .kit import EXPRESSIONS, case, express
from .scene import Scene

VALUE = (EXPRESSIONS, "Expression control", "The VRM implementation should clamp the value if the application gives a value outside this range.")
BINARY = (EXPRESSIONS, "expression object", "isBinary | A value greater than 0.5 is 1.0, otherwise 0.0")
BLOCK = (EXPRESSIONS, "Procedural override", "block | Set the target weight to 0.")
BLEND = (EXPRESSIONS, "Procedural override", "blend | Attenuates the target weight.")
NONE = (EXPRESSIONS, "Procedural override", "none | do nothing")
SAME = (EXPRESSIONS, "Procedural override", "Like overrideBlink for blink, settings for the same kind are treated as invalid.")
SUM = (EXPRESSIONS, "Procedural override", "var factor = 1.0 - saturate(value);")
CUSTOM = (EXPRESSIONS, "Procedural override", "var value = 0;")
BINARY_OVERRIDES = (EXPRESSIONS, "Interaction between override and isBinary", "When an expression with isBinary overrides other expressions, the binary output value MUST be used to affect other expressions.")
BINARY_OVERRIDDEN = (EXPRESSIONS, "Interaction between override and isBinary", "When an expression with isBinary is overridden by other expressions, the expression MUST be completely suppressed if the effect received is greater than 0.0.")
MORPH = (EXPRESSIONS, "MorphTarget", "Accumulate the expression value (Weight)")
RESET = (EXPRESSIONS, "MorphTarget", "Set all MorphTargets to 0")
WEIGHT = (EXPRESSIONS, "MorphTargetBind", "weight | morph value when applied [0-1].")
COLOR = (EXPRESSIONS, "MaterialColor", "Apply the integrated value `Base + (A.Target --Base) * A.Weight + (B.Target --Base) * B.Weight`")
FOURTH = (EXPRESSIONS, "MaterialColorBind", "Although `targetValue` is defined as a float4, The 4th value must be ignored if there is no 4th component in the destination parameter.")
TRANSFORM = (EXPRESSIONS, "TextureTransformBind", "It connects the expression and the change of scale and offset of the texture of the target Material.")
TRANSFORMS = (EXPRESSIONS, "TextureTransform", "Apply the integrated value")
MISSING = (EXPRESSIONS, "TextureTransformBind", "scale | scale value when applied (float2, default = [1, 1])")

FACE = {"morphs": ["face"]}


def face(*expressions, targets=4, **more):
    """A mesh, and expressions that each move a target of their own unless they name others."""
    scene = Scene()
    scene.mesh("face", targets, **more)
    for i, (name, members) in enumerate(expressions):
        members = dict(members)
        scene.expression(name, members.pop("morphs", [("face", i, 1)]), **members)
    return scene


def one(slug, about, cite, scene, inputs, observe=None, **more):
    return case(slug, about, scene, observe or FACE, cite, inputs, range(1, max(len(i["frames"]) for i in inputs) + 1), **more)


def weights():
    scene = face(("happy", {}), ("aa", {}))
    yield one("expression-weight", "Weights are morph weights", MORPH, scene, [express("happy", 0.25, 1, 0), express("aa", 0, 0.5, 0.75)])
    yield one("expression-clamp", "Values outside of 0 to 1 are clamped", VALUE, scene, [express("happy", -1, 2, 1.5)])
    yield one("expression-bind-weight", "Weights of binds", WEIGHT, face(("happy", {"morphs": [("face", 0, 0.5), ("face", 1, 0.25)]})),
              [express("happy", 1, 0.5)])
    yield one("expression-sum", "Two expressions that bind one target add up", MORPH, face(
        ("happy", {"morphs": [("face", 0, 0.5)]}), ("sad", {"morphs": [("face", 0, 0.4)]})), [express("happy", 1, 0.5), express("sad", 0.5, 1)])
    yield one("expression-sum-large", "A sum above 1", MORPH, face(("happy", {"morphs": [("face", 0, 1)]}), ("sad", {"morphs": [("face", 0, 1)]})),
              [express("happy", 0.8, 1), express("sad", 0.8, 1)], status="silent",
              question="Is a morph weight that several expressions add up to above 1 clamped?")
    yield one("expression-same-bind", "One expression that binds a target twice", MORPH, face(
        ("happy", {"morphs": [("face", 0, 0.3), ("face", 0, 0.4)]})), [express("happy", 1, 0.5)], status="silent",
        question="One expression has two binds of one morph target. Do they add up?")
    scene = face(("happy", {"isBinary": True}))
    yield one("expression-binary", "isBinary: off below 0.5, on above", BINARY, scene, [express("happy", 0.2, 0.49, 0.51, 1)])
    yield one("expression-binary-half", "isBinary: 0.5 itself", BINARY, scene, [express("happy", 0.5)], status="contradictory",
              question="The table has 0.5 as off. The note on isBinary and overrides has it as on. Which one is it?")
    yield one("expression-custom", "A custom expression", (EXPRESSIONS, "Custom Expressions", "Aside from Preset Expressions, User-defined expressions can be defined."),
              face(("wink mouth", {"is_custom": True})), [express("wink mouth", 0.5, 1)])
    yield one("expression-neutral", "neutral is an expression as others are", (EXPRESSIONS, "Other", "neutral | left for backwards compatibility."),
              face(("neutral", {})), [express("neutral", 0.5, 1)])
    yield one("expression-default-bound", "A target that an expression binds starts from 0, whatever the mesh has", RESET,
              face(("happy", {}), weights=[0.5, 0.25, 0, 0]), [express("happy", 0, 0.5)], status="contradictory",
              question="All morph targets are set to 0 in each frame. Is that so too for targets that no expression binds, and "
                       "whose mesh has default weights, which glTF says are the ones to use?")


def overrides():
    for part, name in (("Blink", "blink"), ("Mouth", "aa"), ("LookAt", "lookLeft")):
        yield one(f"override-block-{part.lower()}", f"override{part}: block", BLOCK, face(("happy", {f"override{part}": "block"}), (name, {})),
                  [express("happy", 0, 0.1, 1), express(name, 1, 1, 1)])
        yield one(f"override-blend-{part.lower()}", f"override{part}: blend", BLEND, face(("happy", {f"override{part}": "blend"}), (name, {})),
                  [express("happy", 0, 0.25, 1), express(name, 0.8, 0.8, 0.8)])
    yield one("override-none", "none does nothing", NONE, face(("happy", {"overrideBlink": "none"}), ("blink", {})),
              [express("happy", 1), express("blink", 0.7)])
    yield one("override-class", "All expressions of a class are overridden, and no others", BLOCK, face(
        ("happy", {"overrideBlink": "block"}), ("blinkLeft", {}), ("blinkRight", {}), ("aa", {})),
        [express("happy", 1), express("blinkLeft", 0.7), express("blinkRight", 0.6), express("aa", 0.5)])
    yield one("override-same-kind", "An override of the same kind is invalid", SAME, face(
        ("blinkLeft", {"overrideBlink": "block"}), ("blinkRight", {})), [express("blinkLeft", 1), express("blinkRight", 0.6)],
        may_refuse=True)
    yield one("override-other-kind", "A blink that overrides the mouth", BLEND, face(("blink", {"overrideMouth": "blend"}), ("aa", {})),
              [express("blink", 0.5), express("aa", 0.8)], status="silent",
              question="The pseudocode sums over the five emotions. Do overrides of procedural expressions of another class count?")
    yield one("override-custom", "A custom expression overrides", CUSTOM, face(("grin", {"is_custom": True, "overrideMouth": "block"}), ("aa", {})),
              [express("grin", 0.2), express("aa", 0.8)], status="silent",
              question="The pseudocode sums over the five emotions. Do overrides of custom expressions count?")
    yield one("override-sum", "Two blends add up and saturate", SUM, face(
        ("happy", {"overrideBlink": "blend"}), ("sad", {"overrideBlink": "blend"}), ("blink", {})),
        [express("happy", 0.3, 0.7), express("sad", 0.3, 0.7), express("blink", 1, 1)])
    yield one("override-binary", "A binary expression overrides with its output: off below 0.5", BINARY_OVERRIDES, face(
        ("happy", {"isBinary": True, "overrideBlink": "blend"}), ("blink", {})), [express("happy", 0.4, 0.49, 0.6), express("blink", 0.9, 0.9, 0.9)])
    yield one("override-binary-block", "The same with block", BINARY_OVERRIDES, face(
        ("happy", {"isBinary": True, "overrideBlink": "block"}), ("blink", {})), [express("happy", 0.4, 0.49, 0.6), express("blink", 0.9, 0.9, 0.9)])
    yield one("override-of-binary", "A binary expression is suppressed by any effect", BINARY_OVERRIDDEN, face(
        ("happy", {"overrideBlink": "blend"}), ("blink", {"isBinary": True})), [express("happy", 0, 0.1, 1), express("blink", 1, 1, 1)])
    yield one("override-chain", "An expression that is itself suppressed still overrides", BLOCK, face(
        ("happy", {"overrideBlink": "block"}), ("blink", {"overrideMouth": "block"}), ("aa", {})),
        [express("happy", 1), express("blink", 1), express("aa", 0.8)], status="silent",
        question="A blink that is blocked has overrideMouth. Does it still block the mouth?")


def materials():
    def painted(*binds, more=None):
        scene = Scene()
        scene.material("skin", color=[0.8, 0.4, 0.2, 0.9], emissiveFactor=[0.1, 0, 0.2], mtoon={
            "shadeColorFactor": [0.5, 0.2, 0.1], "matcapFactor": [0.3, 0.3, 0.3], "parametricRimColorFactor": [0.1, 0.2, 0.3],
            "outlineColorFactor": [0.4, 0, 0]})
        scene.mesh("face", 1, material=0)
        for name, colors in binds:
            scene.expression(name, colors=colors)
        return scene

    def seen(*parts): return {"materials": {"skin": list(parts)}}

    yield one("material-color", "The color of a material, with its alpha", COLOR, painted(("happy", [(0, "color", [0.2, 1, 0.4, 0.3])])),
              [express("happy", 0, 0.5, 1)], seen("color"))
    yield one("material-colors-sum", "Differences from the material's own color add up", COLOR, painted(
        ("happy", [(0, "color", [0.2, 1, 0.4, 0.3])]), ("sad", [(0, "color", [0, 0, 1, 1])])), [express("happy", 0.5, 1), express("sad", 0.5, 0.25)],
        seen("color"))
    for kind, target in (("emissionColor", [1, 0.5, 0, 0]), ("shadeColor", [0, 0.5, 1, 0]), ("matcapColor", [1, 0, 0, 0]),
                         ("rimColor", [0, 1, 0, 0]), ("outlineColor", [0, 0, 1, 0])):
        yield one(f"material-{kind[:-5]}", f"{kind}: the fourth number is ignored", FOURTH, painted(("happy", [(0, kind, target)])),
                  [express("happy", 0, 0.25, 1)], seen(kind, "color"))

    def moved(*binds, transform=None):
        scene = Scene()
        scene.material("skin", texture=True, transform=transform)
        scene.mesh("face", 1, material=0)
        for name, transforms in binds:
            scene.expression(name, transforms=transforms)
        return scene

    uv = seen("scale", "offset")
    yield one("uv-offset", "The offset of a texture", TRANSFORM, moved(("happy", [(0, {"offset": [0.25, 0.5]})])), [express("happy", 0, 0.5, 1)], uv)
    yield one("uv-scale", "Its scale", TRANSFORM, moved(("happy", [(0, {"scale": [2, 0.5]})])), [express("happy", 0, 0.5, 1)], uv)
    yield one("uv-both", "A texture with a transform of its own", TRANSFORMS, moved(
        ("happy", [(0, {"scale": [2, 0.5], "offset": [0.25, 0.5]})]), transform={"scale": [0.5, 0.5], "offset": [0.1, 0.2]}),
        [express("happy", 0, 0.5, 1)], uv, status="silent",
        question="The part about applying texture transforms is marked TODO. Does an expression replace the texture's own transform, "
                 "or is it applied before that?")
    yield one("uv-sum", "Two expressions move one texture", TRANSFORMS, moved(
        ("happy", [(0, {"offset": [0.25, 0.5]})]), ("sad", [(0, {"offset": [-0.5, 0.1]})])), [express("happy", 1, 0.5), express("sad", 0.5, 1)], uv,
        status="silent", question="The part about applying texture transforms is marked TODO. Do differences from the texture's own "
                                  "transform add up, as those of colors do?")
    yield one("uv-defaults", "A bind without scale on a texture that has one", MISSING, moved(
        ("happy", [(0, {"offset": [0.25, 0.5]})]), transform={"scale": [0.5, 0.5]}), [express("happy", 0, 0.5, 1)], uv, status="silent",
        question="A bind has no scale, whose default is [1, 1], and the texture's own transform has another. Does the expression "
                 "bring the scale to 1, or leave it?")


def cases():
    for part in (weights, overrides, materials):
        yield from part()
