"""The panel in the sidebar of the 3D view, and what it remembers."""
from __future__ import annotations

import json
from typing import Any

import bpy
from bpy.app.translations import pgettext_iface as show
from bpy.props import CollectionProperty, EnumProperty, IntProperty, PointerProperty, StringProperty

from . import live, locate, scene, texts

ICONS = {"ERROR": "CANCEL", "WARNING": "ERROR", "NOTE": "INFO"}
KINDS = {locate.BONES: "BONE_DATA", locate.MESH: "OUTLINER_OB_MESH", locate.MATERIAL: "MATERIAL",
         locate.SPRING: "PHYSICS", locate.EXPRESSION: "SHAPEKEY_DATA"}
COLUMN = 6.3  # pixels of a letter at a scale of 1


class LIBVRM_PG_row(bpy.types.PropertyGroup):
    severity: StringProperty()
    code: StringProperty()
    message: StringProperty()
    remedy: StringProperty()
    kind: StringProperty()
    names: StringProperty()
    index: IntProperty()


def select_row(state: Any, context: Any) -> None:
    """A click on a diagnostic selects what it is about."""
    if 0 <= state.active < len(state.rows):
        row = state.rows[state.active]
        state.hint = scene.select(context, locate.Target(row.kind, tuple(json.loads(row.names)), row.index))


class LIBVRM_PG_state(bpy.types.PropertyGroup):
    source: EnumProperty(name="Source", items=(
        ("SCENE", "Scene", "The scene, as the VRM add-on exports it"), ("FILE", "File", "A file that was exported")))
    path: StringProperty(name="VRM File", description="The exported file", subtype="FILE_PATH")
    rows: CollectionProperty(type=LIBVRM_PG_row)
    active: IntProperty(update=select_row)
    status: StringProperty()
    hint: StringProperty()  # why nothing was selected
    portrait: StringProperty()

    def clear(self) -> None:
        self.rows.clear()
        self["active"] = -1
        self.status = self.hint = ""


class LIBVRM_UL_rows(bpy.types.UIList):
    def draw_item(self, context: Any, layout: Any, data: Any, item: Any, icon: int, active_data: Any,
                  active_name: str) -> None:
        """The part first: a line has no room for the sentence, which the box below shows."""
        names = json.loads(item.names)
        split = layout.split(factor=0.5)
        split.label(text=names[0] if names else item.code, icon=ICONS.get(item.severity, "INFO"), translate=False)
        row = split.row()
        row.label(text=item.message, translate=False)
        if item.kind in KINDS:
            row.label(text="", icon=KINDS[item.kind])


def lines(layout: Any, text: str, context: Any, icon: str = "NONE") -> None:
    """A text on as many lines as it needs."""
    scale = context.preferences.system.ui_scale
    room = context.region.width / scale - (70 if icon == "NONE" else 90)
    column = layout.column(align=True)
    column.scale_y = 0.85
    for index, line in enumerate(texts.wrap(text, max(int(room / COLUMN), 12))):
        column.label(text=line, icon=icon if index == 0 else "BLANK1" if icon != "NONE" else "NONE", translate=False)


class Part:
    bl_space_type, bl_region_type, bl_category = "VIEW_3D", "UI", "libvrm"


class LIBVRM_PT_check(Part, bpy.types.Panel):
    bl_label, bl_idname = "Check and Preview", "LIBVRM_PT_check"

    def draw(self, context: Any) -> None:
        layout, state = self.layout, context.window_manager.libvrm_tools
        layout.row().prop(state, "source", expand=True)
        if state.source == "FILE":
            layout.prop(state, "path", text="")
        row = layout.row()
        row.scale_y = 1.4
        row.operator("libvrm.check", icon="CHECKMARK")
        if state.status:
            lines(layout, state.status, context)
        if state.rows:
            layout.template_list("LIBVRM_UL_rows", "", state, "rows", state, "active", rows=5)
        if 0 <= state.active < len(state.rows):
            self.draw_row(context, state.rows[state.active])

    def draw_row(self, context: Any, row: Any) -> None:
        box = self.layout.box()
        state = context.window_manager.libvrm_tools
        if state.hint:
            lines(box, state.hint, context, "RESTRICT_SELECT_ON")
        lines(box, row.message, context, ICONS.get(row.severity, "INFO"))
        if row.remedy:
            lines(box, row.remedy, context, "TOOL_SETTINGS")
        box.label(text=row.code, icon="BOOKMARKS", translate=False)


class LIBVRM_PT_springs(Part, bpy.types.Panel):
    bl_label, bl_idname = "Spring Preview", "LIBVRM_PT_springs"

    def draw(self, context: Any) -> None:
        layout = self.layout
        if live.running is None:
            layout.operator("libvrm.preview", icon="PLAY")
            return
        layout.operator("libvrm.preview_stop", icon="PAUSE")
        layout.operator("libvrm.preview_restart", icon="FILE_REFRESH")
        text = show("{0} joints move").format(len(live.running.moved))
        layout.label(text=f"{live.running.name}: {text}", icon="ARMATURE_DATA", translate=False)


class LIBVRM_PT_convert(Part, bpy.types.Panel):
    bl_label, bl_idname = "Convert and Draw", "LIBVRM_PT_convert"

    def draw(self, context: Any) -> None:
        layout = self.layout
        column = layout.column(align=True)
        column.operator("libvrm.fix", icon="MODIFIER")
        column.operator("libvrm.optimize", icon="MOD_DECIM")
        column.operator("libvrm.migrate", icon="FILE_REFRESH")
        layout.operator("libvrm.portrait", icon="USER")
        image = bpy.data.images.get(context.window_manager.libvrm_tools.portrait)
        if image is not None:
            layout.template_icon(icon_value=image.preview_ensure().icon_id, scale=8)


CLASSES = (LIBVRM_PG_row, LIBVRM_PG_state, LIBVRM_UL_rows, LIBVRM_PT_check, LIBVRM_PT_springs, LIBVRM_PT_convert)
register_classes, unregister_classes = bpy.utils.register_classes_factory(CLASSES)


def register() -> None:
    register_classes()
    bpy.types.WindowManager.libvrm_tools = PointerProperty(type=LIBVRM_PG_state)


def unregister() -> None:
    del bpy.types.WindowManager.libvrm_tools
    unregister_classes()
