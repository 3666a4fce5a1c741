"""Runs in Blender with a window: shows the panel with a broken file, in each language, and the preview; takes pictures.

arguments after --: a JSON file with the paths. See bindings/blender/window.py.
"""
import importlib
import json
import math
import subprocess
import sys
import traceback
from pathlib import Path

import addon_utils
import bpy

PACKAGE = "bl_ext.user_default.libvrm_tools"
options = json.loads(Path(sys.argv[sys.argv.index("--") + 1]).read_text(encoding="utf-8"))
folder = Path(options["folder"])


def area():
    return next(one for one in bpy.context.window_manager.windows[0].screen.areas if one.type == "VIEW_3D")


def in_view():
    """The context of the 3D view, which a timer does not have."""
    window, view = bpy.context.window_manager.windows[0], area()
    region = next(one for one in view.regions if one.type == "WINDOW")
    return bpy.context.temp_override(window=window, area=view, region=region)


def state():
    return bpy.context.window_manager.libvrm_tools


def take(name):
    """What the screen shows; Blender's own screenshot is black with Mesa's software rendering."""
    subprocess.run(["xwd", "-root", "-silent", "-out", str(folder / f"{name}.xwd")], check=True)


def set_up():
    addon_utils.enable(PACKAGE, default_set=True)
    for one in list(bpy.data.objects):
        bpy.data.objects.remove(one)
    with in_view():
        bpy.ops.import_scene.gltf(filepath=options["broken"], disable_bone_shape=True)
        armature = next(one for one in bpy.data.objects if one.type == "ARMATURE")
        bpy.context.view_layer.objects.active = armature
        area().spaces.active.show_region_ui = True
        area().spaces.active.shading.type = "SOLID"
        armature.show_in_front = True
        for one in bpy.data.objects:
            one.select_set(one.type == "MESH")
        bpy.ops.view3d.view_axis(type="LEFT")
        bpy.ops.view3d.view_selected()
    state().source, state().path = "FILE", options["broken"]


def show_panel():
    next(one for one in area().regions if one.type == "UI").active_panel_category = "libvrm"


def check_in(language):
    bpy.context.preferences.view.language = language
    with in_view():
        bpy.ops.libvrm.check()
        state().active = next(index for index, row in enumerate(state().rows) if row.kind == "spring")


def start():
    bpy.context.preferences.view.language = "en_US"
    state().path = options["good"]
    with in_view():
        bpy.ops.libvrm.preview()


def shake(count):
    live = importlib.import_module(f"{PACKAGE}.live")
    bone = bpy.data.objects[live.running.name].pose.bones[options["head"]]
    bone.rotation_mode = "XYZ"
    bone.rotation_euler = (0, 0, math.radians(50 * math.sin(count / 2)))


def draw():
    with in_view():
        bpy.ops.libvrm.portrait()


STEPS = [set_up, show_panel, None, None]
for name in options["languages"]:
    STEPS += [lambda name=name: check_in(name), None, None, lambda name=name: take(name)]
STEPS += [start, None, lambda: take("still"), *([lambda count=count: shake(count) for count in range(8)]), None,
          lambda: take("moving"), draw, None, None, lambda: take("portrait")]
remaining = iter(STEPS)


def step():
    """One step at a time, so that Blender draws between them."""
    try:
        one = next(remaining)
    except StopIteration:
        print("looked at", flush=True)
        bpy.ops.wm.quit_blender()
        return None
    try:
        if one is not None:
            one()
    except Exception:
        traceback.print_exc()
        sys.stdout.flush()
        bpy.ops.wm.quit_blender()
        return None
    return 0.15


bpy.context.preferences.view.show_splash = False
bpy.app.timers.register(step, first_interval=1.0)
