"""Runs inside Blender: imports avatars with its VRM add-on, and writes what it made of each.

arguments after --: the folder that has io_scene_vrm, a list of files, a file for records. A record
is one line of JSON for each file, written when the file is done. See tools/check/check-blender.
"""
import json
import sys
import time
import traceback
from pathlib import Path

import addon_utils
import bpy
import numpy

ADDON = "io_scene_vrm"


def mend_numpy():
    """Blender 3.4's reader of glTF uses names that NumPy 1.24, which Debian 12 has, left out."""
    for name, kind in (("bool", bool), ("int", int), ("float", float), ("object", object)):
        if name not in vars(numpy):
            setattr(numpy, name, kind)


def begin(folder):
    mend_numpy()
    sys.path.insert(0, folder)
    failures = []
    for name in ("io_scene_gltf2", ADDON):
        addon_utils.enable(name, default_set=True, handle_error=lambda error: failures.append(error))
        if failures:
            raise failures[0]


def place(armature, bone):
    found = armature.data.bones.get(bone)
    return list(armature.matrix_world @ found.head_local) if found else None


def bones_of(extension, spec):
    if spec == "1.0":
        table = extension.vrm1.humanoid.human_bones.human_bone_name_to_human_bone()
        return {name.value: bone.node.bone_name for name, bone in table.items() if bone.node.bone_name}
    return {bone.bone: bone.node.bone_name for bone in extension.vrm0.humanoid.human_bones
            if bone.node.bone_name}


def expressions_of(extension, spec):
    if spec == "1.0":
        table = extension.vrm1.expressions.all_name_to_expression_dict()
        return {name: len(it.morph_target_binds) + len(it.material_color_binds) +
                len(it.texture_transform_binds) for name, it in table.items()}
    return {group.name: len(group.binds) + len(group.material_values)
            for group in extension.vrm0.blend_shape_master.blend_shape_groups}


def springs_of(extension, spec):
    if spec == "1.0":
        springs = extension.spring_bone1
        return {"springs": len(springs.springs), "joints": sum(len(it.joints) for it in springs.springs),
                "colliders": len(springs.colliders)}
    springs = extension.vrm0.secondary_animation
    return {"springs": len(springs.bone_groups),
            "joints": sum(len(group.bones) for group in springs.bone_groups),
            "colliders": sum(len(group.colliders) for group in springs.collider_groups)}


def describe():
    """What stands in the scene after an import."""
    armatures = [it for it in bpy.data.objects
                 if it.type == "ARMATURE" and hasattr(it.data, "vrm_addon_extension")]
    if len(armatures) != 1:
        return {"armatures": len(armatures)}
    armature, extension = armatures[0], armatures[0].data.vrm_addon_extension
    spec = extension.spec_version
    bones = bones_of(extension, spec)
    meshes = [it for it in bpy.data.objects if it.type == "MESH"]
    return {
        "armatures": 1, "spec": spec, "bones": bones,
        "places": {name: place(armature, bone) for name, bone in bones.items()},
        "expressions": expressions_of(extension, spec), **springs_of(extension, spec),
        "meshes": len(meshes), "vertices": sum(len(it.data.vertices) for it in meshes),
    }


def bring_in(file):
    # An empty scene; what is enabled stays so.
    bpy.ops.wm.read_homefile(use_empty=True)
    started = time.monotonic()
    try:
        result = bpy.ops.import_scene.vrm(filepath=file)
        record = {"result": sorted(result)[0]} | describe()
    except Exception as error:  # pylint: disable=broad-except
        traceback.print_exc()
        record = {"result": "ERROR", "message": str(error).strip().splitlines()}
    return record | {"file": file, "seconds": round(time.monotonic() - started, 2)}


def main():
    folder, listed, records = sys.argv[sys.argv.index("--") + 1:]
    begin(folder)
    with open(records, "a", encoding="utf-8") as out:
        out.write(json.dumps({"blender": bpy.app.version_string,
                              "addon": sys.modules[ADDON].bl_info["version"]}) + "\n")
        for file in Path(listed).read_text(encoding="utf-8").splitlines():
            print(f"=== {file}", flush=True)
            out.write(json.dumps(bring_in(file)) + "\n")
            out.flush()


main()
