"""The operators: each runs a task on the file, or on the export of the scene."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import bpy
from bpy.app.translations import pgettext_rpt as say
from bpy.props import BoolProperty, IntProperty, StringProperty
from bpy_extras.io_utils import ExportHelper

from . import live, preview, scene, tasks


def language() -> str:
    """That of the interface, if it is translated."""
    view = bpy.context.preferences.view
    return bpy.app.translations.locale if view.use_translate_interface else "en"


def translated(error: Exception) -> str:
    """The sentence of an error in the language of the interface."""
    if isinstance(error, preview.PreviewError) and error.values:
        return str(say(error.text).format(*error.values))
    return str(say(str(error)))


class Task:
    """An operator whose task may fail with a sentence."""

    bl_options = {"REGISTER"}

    def execute(self, context: Any) -> set[str]:
        try:
            text = self.work(context)
        except (tasks.TaskError, preview.PreviewError) as error:
            text = translated(error)
            context.window_manager.libvrm_tools.status = text
            self.report({"ERROR"}, text)
            return {"CANCELLED"}
        context.window_manager.libvrm_tools.status = text
        if text:
            self.report({"INFO"}, text)
        return {"FINISHED"}


class LIBVRM_OT_check(Task, bpy.types.Operator):
    bl_idname, bl_label = "libvrm.check", "Check"
    bl_description = "Check the file or the scene against the VRM specification"

    def work(self, context: Any) -> str:
        state = context.window_manager.libvrm_tools
        state.clear()
        with scene.Source(context) as path:
            rows = tasks.check(path, language())
        for row in rows:
            item = state.rows.add()
            item.severity, item.code, item.message, item.remedy = row.severity, row.code, row.message, row.remedy
            item.kind, item.index, item.names = row.target.kind, row.target.index, json.dumps(row.target.names)
        if not rows:
            return say("No problems found")
        counts = [sum(row.severity == name for row in rows) for name in ("ERROR", "WARNING", "NOTE")]
        return say("{0} errors, {1} warnings, {2} notes").format(*counts)


class SaveTask(Task, ExportHelper):
    """A task that writes a copy, under a name that the user chooses."""

    filename_ext = ".vrm"
    word = ""

    def invoke(self, context: Any, event: Any) -> set[str]:
        state = context.window_manager.libvrm_tools
        source = state.path if state.source == "FILE" else bpy.data.filepath or "avatar"
        self.filepath = tasks.beside(bpy.path.abspath(source or "avatar"), self.word)
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    def work(self, context: Any) -> str:
        with scene.Source(context) as path:
            done = self.write(path, self.filepath)
        if not done.changes and self.word == "fixed":
            return say("Nothing to fix")
        return say("Saved {0}: {1} changes, {2} to {3} bytes").format(Path(done.path).name, len(done.changes),
                                                                     done.old_bytes, done.new_bytes)


class LIBVRM_OT_fix(SaveTask, bpy.types.Operator):
    bl_idname, bl_label, word = "libvrm.fix", "Save Fixed Copy", "fixed"
    bl_description = "Write a copy with lossless, invisible fixes"
    filter_glob: StringProperty(default="*.vrm", options={"HIDDEN"})

    def write(self, source: str, target: str) -> tasks.Done:
        return tasks.fix(source, target)


class LIBVRM_OT_migrate(SaveTask, bpy.types.Operator):
    bl_idname, bl_label, word = "libvrm.migrate", "Save as VRM 1.0", "1.0"
    bl_description = "Write a copy in VRM 1.0"
    filter_glob: StringProperty(default="*.vrm", options={"HIDDEN"})
    accept: BoolProperty(name="Accept License Mapping", description=(
        "The rights holder accepts that permissions have no exact equivalent in VRM 1.0"))
    license_url: StringProperty(name="License URL", description="The URL of the new license")
    author: StringProperty(name="Author", description="For a file that names none")

    def write(self, source: str, target: str) -> tasks.Done:
        return tasks.migrate(source, target, accept_license_mapping=self.accept, license_url=self.license_url,
                             author=self.author)


class LIBVRM_OT_optimize(SaveTask, bpy.types.Operator):
    bl_idname, bl_label, word = "libvrm.optimize", "Save Optimized Copy", "optimized"
    bl_description = "Write a smaller copy without a visible change"
    filter_glob: StringProperty(default="*.vrm", options={"HIDDEN"})
    images: BoolProperty(name="Encode Images Again", description="This needs libvrm-render, and may take seconds")
    max_texture: IntProperty(name="Largest Texture", description="Reduce images with a longer side (0: none)",
                             min=0, max=16384)

    def write(self, source: str, target: str) -> tasks.Done:
        return tasks.optimize(source, target, images=self.images, max_texture=self.max_texture)


class LIBVRM_OT_portrait(Task, bpy.types.Operator):
    bl_idname, bl_label = "libvrm.portrait", "Draw Portrait"
    bl_description = "Draw a portrait of the file or the scene"

    def work(self, context: Any) -> str:
        with scene.Source(context) as path:
            target = Path(bpy.app.tempdir) / "libvrm-portrait.png"
            tasks.portrait(path, str(target))
        image = bpy.data.images.load(str(target))
        image.name = "Portrait"
        image.pack()
        for area in (context.screen.areas if context.screen else ()):
            if area.type == "IMAGE_EDITOR":
                area.spaces.active.image = image
        context.window_manager.libvrm_tools.portrait = image.name
        return say("The portrait is the image {0}").format(image.name)


class LIBVRM_OT_preview(Task, bpy.types.Operator):
    bl_idname, bl_label = "libvrm.preview", "Start Spring Preview"
    bl_description = "Move the spring bones of the armature as libvrm does"
    bl_options = {"REGISTER", "UNDO"}

    def work(self, context: Any) -> str:
        armature = scene.armature_of(context)
        if armature is None:
            raise tasks.TaskError(say("Select the armature of the avatar"))
        live.stop()  # so that the scene is exported as it is
        with scene.Source(context) as path:
            started = live.start(armature, tasks.read(path))
        text = say("{0} joints move").format(len(started.moved))
        missing = len(started.springs.missing)
        return f"{text}. {say('{0} joints have no bone here').format(missing)}" if missing else text


class LIBVRM_OT_preview_stop(bpy.types.Operator):
    bl_idname, bl_label = "libvrm.preview_stop", "Stop Spring Preview"
    bl_description = "Stop the preview, and put the bones back"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context: Any) -> set[str]:
        live.stop()
        context.window_manager.libvrm_tools.status = ""
        return {"FINISHED"}


class LIBVRM_OT_preview_restart(bpy.types.Operator):
    bl_idname, bl_label = "libvrm.preview_restart", "Restart Springs"
    bl_description = "Begin again from the rest pose"

    @classmethod
    def poll(cls, context: Any) -> bool:
        return live.running is not None

    def execute(self, context: Any) -> set[str]:
        if live.running is not None:
            live.running.springs.restart()
        return {"FINISHED"}


CLASSES = (LIBVRM_OT_check, LIBVRM_OT_fix, LIBVRM_OT_migrate, LIBVRM_OT_optimize, LIBVRM_OT_portrait,
           LIBVRM_OT_preview, LIBVRM_OT_preview_stop, LIBVRM_OT_preview_restart)
register, unregister = bpy.utils.register_classes_factory(CLASSES)
