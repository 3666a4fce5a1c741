"""What a scene has: its armature, the export of the VRM add-on, and what a diagnostic is about."""
from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import bpy
from bpy.app.translations import pgettext_rpt as say

from . import locate
from .tasks import TaskError


def armature_of(context: Any) -> Any | None:
    """The armature that is meant: the active one, that of the active mesh, or the only one."""
    active = context.active_object
    if active is not None and active.type == "ARMATURE":
        return active
    if active is not None and active.type == "MESH" and (found := active.find_armature()) is not None:
        return found
    found = [one for one in context.scene.objects if one.type == "ARMATURE"]
    return found[0] if len(found) == 1 else None


def can_export() -> bool:
    """Whether the VRM add-on is enabled."""
    return "vrm" in dir(bpy.ops.export_scene)


def export(context: Any, path: str) -> None:
    """Export the avatar by the VRM add-on."""
    armature = armature_of(context)
    if not can_export():
        raise TaskError(say("The VRM add-on is not enabled. Enable it, or choose a file"))
    if armature is None:
        raise TaskError(say("Select the armature of the avatar"))
    try:
        result = bpy.ops.export_scene.vrm("EXEC_DEFAULT", filepath=path, armature_object_name=armature.name,
                                          ignore_warning=True)
    except RuntimeError as error:
        raise TaskError(say("The VRM add-on cannot export the scene: {0}").format(str(error).strip())) from error
    if result != {"FINISHED"} or not Path(path).is_file():
        raise TaskError(say("The VRM add-on cannot export the scene. Export it there to see why"))


class Source:
    """The file to work on: the one that was chosen, or the export of the scene in a folder for it."""

    def __init__(self, context: Any) -> None:
        self.context, self.folder = context, None

    def __enter__(self) -> str:
        state = self.context.window_manager.libvrm_tools
        if state.source == "FILE":
            if not state.path:
                raise TaskError(say("Choose a file"))
            return bpy.path.abspath(state.path)
        self.folder = tempfile.TemporaryDirectory()
        path = str(Path(self.folder.name) / "scene.vrm")
        try:
            export(self.context, path)
        except BaseException:
            self.folder.cleanup()
            raise
        return path

    def __exit__(self, *reason: object) -> None:
        if self.folder is not None:
            self.folder.cleanup()


# --- Select what a diagnostic is about ---

def set_mode(context: Any, active: Any, mode: str) -> None:
    objects = context.view_layer.objects
    if objects.active is not None and objects.active.mode != "OBJECT":
        bpy.ops.object.mode_set(mode="OBJECT")
    for one in context.view_layer.objects:
        one.select_set(False)
    objects.active = active
    active.select_set(True)
    if mode != "OBJECT":
        bpy.ops.object.mode_set(mode=mode)


def is_shown(context: Any, one: Any) -> bool:
    return one.name in context.view_layer.objects and not one.hide_get()


def select_bones(context: Any, names: tuple[str, ...]) -> str:
    armature = armature_of(context)
    if armature is None:
        return say("Select the armature of the avatar")
    found = locate.choose(names, [bone.name for bone in armature.data.bones])
    if not found:
        return say("The armature has no bone {0}").format(names[0])
    if not is_shown(context, armature):
        return say("{0} is hidden").format(armature.name)
    set_mode(context, armature, "POSE")
    for bone in armature.pose.bones:  # which had the selection in armature.data.bones before Blender 5
        holder = bone if hasattr(bone, "select") else bone.bone
        holder.select = bone.name in found
    armature.data.bones.active = armature.data.bones[found[0]]
    return ""


def select_objects(context: Any, objects: list[Any], text: str) -> str:
    shown = [one for one in objects if is_shown(context, one)]
    if not shown:
        return (say("{0} is hidden").format(objects[0].name)) if objects else text
    set_mode(context, shown[0], "OBJECT")
    for one in shown:
        one.select_set(True)
    return ""


def meshes(context: Any) -> list[Any]:
    return [one for one in context.scene.objects if one.type == "MESH"]


def select_mesh(context: Any, names: tuple[str, ...]) -> str:
    """The names of a file are those of objects or of meshes."""
    objects = meshes(context)
    for name_of in (lambda one: one.name, lambda one: one.data.name):
        found = locate.choose(names, [name_of(one) for one in objects])
        if found:
            return select_objects(context, [one for one in objects if name_of(one) in found], "")
    return say("The scene has no mesh {0}").format(names[0])


def select_material(context: Any, names: tuple[str, ...]) -> str:
    found = locate.choose(names, [material.name for material in bpy.data.materials])
    users = [one for one in meshes(context) if any(slot.material is not None and slot.material.name in found
                                                   for slot in one.material_slots)]
    text = select_objects(context, users, say("No mesh has the material {0}").format(names[0]))
    for one in users:
        one.active_material_index = next(index for index, slot in enumerate(one.material_slots)
                                         if slot.material is not None and slot.material.name in found)
    return text


def open_spring(context: Any, index: int) -> None:
    """Mark the spring in the list of the VRM add-on, if it has it."""
    armature = armature_of(context)
    springs = getattr(getattr(armature.data, "vrm_addon_extension", None), "spring_bone1", None) if armature else None
    if springs is not None and index < len(springs.springs):
        springs.active_spring_index = index


def select(context: Any, target: locate.Target) -> str:
    """Select a target. Returns what to tell the user if nothing could be selected."""
    if target.kind in (locate.BONES, locate.SPRING):
        if target.kind == locate.SPRING:
            open_spring(context, target.index)
        return select_bones(context, target.names)
    if target.kind == locate.MESH:
        return select_mesh(context, target.names)
    if target.kind == locate.MATERIAL:
        return select_material(context, target.names)
    if target.kind == locate.EXPRESSION:
        return say("See the expression {0} in the panel of the VRM add-on").format(target.names[0])
    return ""
