"""First person: which triangles the two kinds of cameras draw."""
from .kit import PERSON, case
from .scene import Scene

TABLE = (PERSON, "MeshAnnotation (enum)", "thirdPersonOnly | Rendering disable | Rendering enable")
ONLY = (PERSON, "MeshAnnotation (enum)", "firstPersonOnly | Rendering enable | Rendering disable")
BOTH = (PERSON, "MeshAnnotation (enum)", "Set `both` for objects that do not necessarily being rendered separately so that those objects can be rendered by all the cameras.")
AUTO = (PERSON, "MeshAnnotation.Auto Algorithm", "For a mesh specified as `auto`, each vertex will be checked whether it contains the weight of Head bone (or the child of the Head bone)")
SPLIT = (PERSON, "MeshAnnotation.Auto Algorithm", "Split the mesh into two groups: the first group contains triangles with HeadBone-related vertices while the second group contains triangles with the rest of the vertices")
MISSING = (PERSON, "When MeshAnnotation does not exist", "You must assume MeshAnnotation for the meshes are `auto`.")
ABSENT = (PERSON, "When MeshAnnotation does not exist", "Also, when the `firstPerson` property itself does not exist in the VRM extension, You must assume all meshes are annotated as `auto`.")


def annotated(scene, **flags):
    scene.part("firstPerson", {"meshAnnotations": [{"node": scene.index[n], "type": t} for n, t in flags.items()]})
    return scene


def skinned(parts, joints=("chest", "head"), version="1.0", has_normals=False):
    scene = Scene(version)
    scene.add("hair", "head", (0, 0.1, 0))
    scene.mesh("body", triangles=len(parts), skin=list(joints), parts=parts, has_normals=has_normals)
    return scene


def hatted(scene):
    scene.mesh("hat", triangles=2, parent="head")
    return scene


def one(slug, about, cite, scene, nodes=("body",), **more):
    return case(slug, about, scene, {"triangles": list(nodes)}, cite, frames=(1,), **more)


BODY_PART, HEAD_PART, MIXED = ("chest",) * 3, ("head",) * 3, ("chest", "chest", "head")
PARTS = [BODY_PART, HEAD_PART, BODY_PART, MIXED]


def cases():
    yield one("person-third", "A mesh for others alone", TABLE, annotated(skinned(PARTS), body="thirdPersonOnly"))
    yield one("person-first", "A mesh for the first-person camera alone", ONLY, annotated(skinned(PARTS), body="firstPersonOnly"))
    yield one("person-both", "A mesh for all cameras", BOTH, annotated(skinned(PARTS), body="both"))
    yield one("person-auto", "auto takes out triangles of the head, also those that only touch it", SPLIT, annotated(skinned(PARTS), body="auto"))
    yield one("person-auto-normals", "The same for a mesh with normals", SPLIT, annotated(skinned(PARTS, has_normals=True), body="auto"))
    yield one("person-auto-body", "auto on a mesh without anything of the head", SPLIT, annotated(skinned([BODY_PART] * 3), body="auto"))
    yield one("person-auto-head", "auto on a mesh of the head alone", SPLIT, annotated(skinned([HEAD_PART] * 3), body="auto"))
    yield one("person-auto-child", "Nodes below the head count as the head", AUTO,
              annotated(skinned([BODY_PART, ("hair",) * 3], ("chest", "hair")), body="auto"))
    yield one("person-missing", "A mesh without annotation is auto", MISSING, annotated(hatted(skinned(PARTS)), hat="both"))
    yield one("person-absent", "A file without firstPerson: all meshes are auto", ABSENT, skinned(PARTS))
    scene = Scene()
    scene.mesh("hat", triangles=2, parent="head")
    scene.mesh("belt", triangles=3, parent="hips")
    yield one("person-no-skin", "auto on meshes without a skin: the node decides", AUTO, annotated(scene, hat="auto", belt="auto"),
              ("hat", "belt"), status="silent", question="auto speaks of weights of vertices. A mesh without a skin has none: does its "
                                                         "node's place below the head count?")
