"""The VRM add-on for Blender: its preview of springs, Blender's constraints, and shape keys.

Blender runs this, and this runs the vectors:

    blender --background --python engines/blender.py -- --addon FOLDER [--json] [--group NAME]

FOLDER has io_scene_vrm. Rotations of bones are compared by how far they are from rest, since Blender gives bones other axes.
"""
import contextlib
import io
import json
import math
import struct
import sys
import tempfile
from pathlib import Path

import bpy
from mathutils import Matrix, Quaternion, Vector

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import run  # noqa: E402
from run import Skipped  # noqa: E402

# The file's Y is up, Blender's Z.
UP = Matrix.Rotation(math.pi / 2, 4, "X")
UP_TURN = UP.to_quaternion()


def json_of(data):
    size, = struct.unpack_from("<I", data, 12)
    return json.loads(data[20:20 + size])


def local_of(node):
    x, y, z, w = node.get("rotation", (0, 0, 0, 1))
    return Matrix.LocRotScale(Vector(node.get("translation", (0, 0, 0))), Quaternion((w, x, y, z)), Vector(node.get("scale", (1, 1, 1))))


def rests_of(gltf):
    """The matrix of each node in the model, by its name."""
    nodes, rests = gltf["nodes"], {}

    def visit(index, parent):
        world = parent @ local_of(nodes[index])
        rests[nodes[index].get("name", str(index))] = world
        for child in nodes[index].get("children", []):
            visit(child, world)

    children = {child for node in nodes for child in node.get("children", [])}
    for index in range(len(nodes)):
        if index not in children:
            visit(index, Matrix())
    return rests


def quietly(action):
    """Blender prints on the descriptor, the add-on on the stream."""
    with contextlib.redirect_stdout(io.StringIO()):
        return action()


def imported(data):
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=False)
    with tempfile.NamedTemporaryFile(suffix=".vrm") as file:
        file.write(data)
        file.flush()
        result = quietly(lambda: bpy.ops.import_scene.vrm(filepath=file.name))
    if result != {"FINISHED"}:
        raise RuntimeError(f"the import ended with {result}")
    return next(one for one in bpy.data.objects if one.type == "ARMATURE")


class Avatar:
    def __init__(self, data, clip, settings):
        gltf = json_of(data)
        used = gltf.get("extensionsUsed", [])
        if "VRM" in used:
            raise Skipped("its preview of springs is for VRM 1.0")
        if "VRMC_springBone_limit" in used:
            raise Skipped("it does not preview VRMC_springBone_limit")
        if clip:
            raise Skipped("the runner plays no .vrma in Blender")
        self.armature = imported(data)
        self.extension = self.armature.data.vrm_addon_extension
        self.extension.spring_bone1.enable_animation = True
        self.rests = rests_of(gltf)
        self.meshes = {node.get("name"): gltf["meshes"][node["mesh"]] for node in gltf["nodes"] if "mesh" in node}
        self.place, self.turn = Vector(), Quaternion()
        for bone in self.armature.pose.bones:
            bone.rotation_mode = "QUATERNION"
        self.rest_bones = {bone.name: bone.matrix.copy() for bone in self.armature.pose.bones}
        bpy.context.view_layer.update()

    def bone(self, name):
        found = self.armature.pose.bones.get(name)
        if found is None:
            raise Skipped(f"the import makes no bone of {name}")
        return found

    def set(self, kind, name, value):
        if kind == "root_position":
            self.place = Vector(value)
        elif kind == "root_rotation":
            self.turn = turned(value)
        elif kind == "rotation":
            rest = self.rests[name].to_quaternion()
            self.pose(self.bone(name), rest @ turned(value) @ rest.inverted())
        elif kind == "normalized":
            bones = self.extension.vrm1.humanoid.human_bones.human_bone_name_to_human_bone()
            found = next((bone.node.bone_name for key, bone in bones.items() if key.value == name), None)
            if found:
                self.pose(self.bone(found), turned(value))
        elif kind == "expression":
            found = self.extension.vrm1.expressions.all_name_to_expression_dict().get(name)
            if found is not None:
                found.preview = value
        else:
            raise Skipped(f"no input {kind}")

    def pose(self, bone, by):
        """Turns a bone, by a rotation in the axes of the model at rest."""
        rest = self.rest_bones[bone.name].to_quaternion()
        bone.rotation_quaternion = rest.inverted() @ UP_TURN @ by @ UP_TURN.inverted() @ rest

    def reset(self):
        if bpy.ops.vrm.reset_spring_bone1_animation_state(armature_object_name=self.armature.name) != {"FINISHED"}:
            raise RuntimeError("no reset of springs")

    def update(self, seconds):
        from io_scene_vrm.editor.spring_bone1 import handler

        self.armature.rotation_mode = "QUATERNION"
        self.armature.location = UP_TURN @ self.place
        self.armature.rotation_quaternion = UP_TURN @ self.turn @ UP_TURN.inverted()
        bpy.context.view_layer.update()
        handler.update_pose_bone_rotations(bpy.context, seconds)
        bpy.context.view_layer.update()

    def get(self, what, name, _expected):
        if what == "bones":
            bones = self.extension.vrm1.humanoid.human_bones.human_bone_name_to_human_bone()
            return next((bone.node.bone_name or None for key, bone in bones.items() if key.value == name), None)
        if what == "morphs":
            return self.morphs(name)
        if what not in ("rotations", "positions"):
            raise Skipped(f"no result {what}")
        bone = self.bone(name)
        evaluated = bone.id_data.evaluated_get(bpy.context.evaluated_depsgraph_get())
        world = evaluated.matrix_world @ evaluated.pose.bones[name].matrix
        if what == "positions":
            return list(UP_TURN.inverted() @ world.to_translation())
        moved = world.to_quaternion() @ self.rest_bones[name].to_quaternion().inverted()
        w, x, y, z = UP_TURN.inverted() @ moved @ UP_TURN @ self.rests[name].to_quaternion()
        return [x, y, z, w]

    def morphs(self, name):
        found = next((one for one in bpy.data.objects if one.type == "MESH" and one.name == name), None)
        if found is None or not found.data.shape_keys:
            raise Skipped(f"the import makes no shape keys of {name}")
        return [key.value for key in found.data.shape_keys.key_blocks[1:]]


def turned(value):
    x, y, z, w = value
    return Quaternion((w, x, y, z)).normalized()


class Engine:
    name = "VRM add-on for Blender"
    load = staticmethod(Avatar)

    def __init__(self):
        import io_scene_vrm

        version = ".".join(map(str, io_scene_vrm.bl_info["version"]))
        self.version = f"{version} (Blender {bpy.app.version_string})"


def open_engine(options):
    sys.path.insert(0, options["addon"])
    quietly(lambda: bpy.ops.preferences.addon_enable(module="io_scene_vrm"))
    return Engine()


def main():
    words = sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else []
    if "--addon" not in words:
        sys.exit("usage: blender --background --python engines/blender.py -- --addon FOLDER [--json] [--group NAME]")
    sys.argv = [sys.argv[0], __file__, *words]
    sys.exit(run.main())


if __name__ == "__main__" and "bpy" in sys.modules:
    sys.stdout.flush()
    main()
