"""Cases without which a runner is not to be trusted: they have none of the behaviour that is scored."""
from .kit import CORE, GLTF, SPIN, SPRING, WALK, EXPRESSIONS, case, express, rotate
from .scene import BODY, Scene
from .springs import APPLY, HEAVY, SIDE, hair

TREE = (GLTF, "Transformations", "The global transformation matrix of a node is the product of the global transformation matrix of its parent node and its own local transformation matrix.")
ALL = [name for name, _, _ in BODY]


def cases():
    body = {"rotations": ALL, "positions": ALL}
    scene = Scene()
    yield case("control-rest", "At rest, bones are where the file has them", scene, body, TREE, frames=(1, 2))
    yield case("control-root", "The whole avatar is moved and turned", scene, body, TREE, [WALK, SPIN], frames=(1, 10, 30))
    yield case("control-bone", "One bone is turned; what is below it follows", scene, body, TREE,
               [rotate("chest", (0, 0, 1), [1, 10], [0, 40]), rotate("leftUpperArm", (0, 1, 0), [1, 10], [0, -30])], frames=(1, 5, 10))
    yield case("control-spring", "One free joint falls", hair({**HEAVY, "stiffness": 1}, 2, SIDE), {"rotations": ["s0"]}, APPLY, frames=(1, 2, 5))
    scene = Scene()
    scene.mesh("face", 2, material=scene.material("skin"))
    scene.expression("happy", [("face", 1, 1)], isBinary=False)
    yield case("control-expression", "One expression drives one morph target", scene, {"morphs": ["face"]}, (
        EXPRESSIONS, "MorphTarget", "Accumulate the expression value (Weight)"), [express("happy", 0, 1, 0.25)], frames=(1, 2, 3))
