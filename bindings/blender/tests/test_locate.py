"""Which part of a scene a pointer means, in good files, broken files and nonsense."""
import json
import random
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from support import SAMPLES, join_glb, split_glb

from libvrm_tools import locate

FILE = {
    "nodes": [{"name": "Root"}, {"name": "hips", "children": [2]}, {"name": "hair_1", "children": [3]},
              {"name": "hair_2"}, {"name": "Body", "mesh": 0, "skin": 0}, {"name": "Face", "mesh": 1}, {}],
    "meshes": [{"name": "body", "primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "material": 0}]},
               {"name": "face", "primitives": [{"attributes": {"POSITION": 2},
                                                "targets": [{"POSITION": 3}], "material": 1}]}],
    "skins": [{"joints": [1, 2], "inverseBindMatrices": 4}],
    "materials": [{"name": "skin", "pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}},
                  {"name": "eyes", "extensions": {"VRMC_materials_mtoon": {"shadeMultiplyTexture": {"index": 1}}}}],
    "textures": [{"source": 0}, {"source": 1}],
    "images": [{"bufferView": 5}, {"bufferView": 6}],
    "accessors": [{"bufferView": at} for at in range(5)],
    "extensions": {
        "VRMC_vrm": {"humanoid": {"humanBones": {"hips": {"node": 1}, "head": {"node": 2}}},
                     "firstPerson": {"meshAnnotations": [{"node": 5}]}},
        "VRMC_springBone": {
            "springs": [{"joints": [{"node": 2}, {"node": 3}]}], "colliders": [{"node": 1}],
            "colliderGroups": [{"colliders": [0]}]},
        "VRM": {"humanoid": {"humanBones": [{"bone": "hips", "node": 1}]},
                "secondaryAnimation": {"boneGroups": [{"bones": [1]}], "colliderGroups": [{"node": 3}]},
                "blendShapeMaster": {"blendShapeGroups": [{"name": "Joy"}]},
                "materialProperties": [{"textureProperties": {"_MainTex": 1}}]}},
}
EXPECTED = [
    ("/nodes/2/rotation", locate.BONES, ("hair_1",)),
    ("/nodes/4", locate.MESH, ("Body", "body")),
    ("/meshes/1/primitives/0/attributes/POSITION", locate.MESH, ("face", "Face")),
    ("/materials/1/pbrMetallicRoughness", locate.MATERIAL, ("eyes",)),
    ("/accessors/1", locate.MESH, ("body", "Body")),
    ("/accessors/3/max", locate.MESH, ("face", "Face")),
    ("/accessors/4", locate.BONES, ("hips", "hair_1")),
    ("/bufferViews/2", locate.MESH, ("face", "Face")),
    ("/bufferViews/6", locate.MATERIAL, ("eyes",)),
    ("/images/0", locate.MATERIAL, ("skin",)),
    ("/textures/1/source", locate.MATERIAL, ("eyes",)),
    ("/skins/0/joints/1", locate.BONES, ("hips", "hair_1")),
    ("/extensions/VRMC_springBone/springs/0/center", locate.SPRING, ("hair_1", "hair_2")),
    ("/extensions/VRMC_springBone/springs/0/joints/1/stiffness", locate.SPRING, ("hair_2",)),
    ("/extensions/VRMC_springBone/colliders/0/shape", locate.BONES, ("hips",)),
    ("/extensions/VRMC_springBone/colliderGroups/0", locate.BONES, ("hips",)),
    ("/extensions/VRMC_vrm/humanoid/humanBones/hips/node", locate.BONES, ("hips",)),
    ("/extensions/VRMC_vrm/expressions/preset/happy", locate.EXPRESSION, ("happy",)),
    ("/extensions/VRMC_vrm/firstPerson/meshAnnotations/0/type", locate.MESH, ("Face", "face")),
    ("/extensions/VRMC_vrm/lookAt/type", locate.BONES, ("hair_1",)),
    ("/extensions/VRM/humanoid/humanBones/0", locate.BONES, ("hips",)),
    ("/extensions/VRM/secondaryAnimation/boneGroups/0/stiffiness", locate.SPRING, ("hips", "hair_1", "hair_2")),
    ("/extensions/VRM/secondaryAnimation/colliderGroups/0", locate.BONES, ("hair_2",)),
    ("/extensions/VRM/blendShapeMaster/blendShapeGroups/0", locate.EXPRESSION, ("Joy",)),
    ("/extensions/VRM/materialProperties/1/shader", locate.MATERIAL, ("eyes",)),
    ("", locate.NOTHING, ()),
    ("/asset/version", locate.NOTHING, ()),
    ("/nodes/6", locate.NOTHING, ()),
    ("/nodes/99", locate.NOTHING, ()),
    ("/extensions/VRMC_vrm", locate.NOTHING, ()),
    ("/extensionsUsed/0", locate.NOTHING, ()),
]


def document(value):
    return locate.Document(json.dumps(value).encode())


class Pointers(unittest.TestCase):
    def test_every_kind(self):
        """BI-040: of each kind of pointer, what an artist can select."""
        found = document(FILE)
        for pointer, kind, names in EXPECTED:
            with self.subTest(pointer):
                target = found.target(pointer)
                self.assertEqual((target.kind, target.names), (kind, names))

    def test_subject_where_the_json_cannot_be_read(self):
        for data in (b"", b"glTF", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 100000):
            found = locate.Document(data)
            self.assertEqual(found.target("/nodes/3", "node", "hair"), locate.Target(locate.BONES, ("hair",)))
            self.assertEqual(found.target("/nodes/3").kind, locate.NOTHING)
            self.assertEqual(found.target("/nodes/3", "sampler", "x").kind, locate.NOTHING)

    def test_escapes(self):
        self.assertEqual(locate.split("/a~1b/c~0d"), ["a/b", "c~d"])

    def test_glb(self):
        data = (SAMPLES / "character-1.0.vrm").read_bytes()
        value, rest = split_glb(data)
        self.assertEqual(locate.Document(data).json, value)
        self.assertEqual(locate.Document(join_glb(value, rest)).json, value)

    def test_random_damage(self):
        """BI-040: no pointer into a damaged file raises."""
        rng = random.Random(7)
        wrong = [None, -1, 1.5, 10 ** 30, "x", [], {}, True, [None], {"node": "x"}]

        def damage(value):
            if rng.random() < 0.12:
                return rng.choice(wrong)
            if isinstance(value, dict):
                return {key: damage(below) for key, below in value.items()}
            return [damage(below) for below in value] if isinstance(value, list) else value

        for _ in range(400):
            found = document(damage(FILE))
            for pointer, _, _ in EXPECTED:
                found.target(pointer)
                found.target(pointer.replace("0", "-1"))
                found.target(pointer.replace("0", "\u0663"))

    def test_cycle_of_children(self):
        value = json.loads(json.dumps(FILE))
        value["nodes"][3]["children"] = [1]
        self.assertEqual(document(value).target("/extensions/VRM/secondaryAnimation/boneGroups/0").names,
                         ("hips", "hair_1", "hair_2"))

    def test_names_of_blender(self):
        self.assertEqual(locate.choose(("hair",), ["hair", "hair.001"]), ["hair"])
        self.assertEqual(locate.choose(("hair",), ["hair.001", "hairy"]), ["hair.001"])
        self.assertEqual(locate.choose(("hair.002",), ["hair"]), ["hair"])
        self.assertEqual(locate.choose(("x",), ["hair"]), [])


if __name__ == "__main__":
    unittest.main()
