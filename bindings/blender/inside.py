"""Runs in Blender without a window: a broken export is checked, selected in, fixed and previewed; a frame is timed.

arguments after --: a JSON file with the paths. Prints a line for each thing that it looked at, and a last line of
JSON. See bindings/blender/check.py.
"""
import importlib
import json
import math
import sys
import time
from pathlib import Path

import addon_utils
import bpy
import numpy as np

PACKAGE = "bl_ext.user_default.libvrm_tools"
FRAMES = 200
COMPARED = 15
options = json.loads(Path(sys.argv[sys.argv.index("--") + 1]).read_text(encoding="utf-8"))
tools = {name: importlib.import_module(f"{PACKAGE}.{name}") for name in
         ("live", "locate", "preview", "scene", "tasks", "texts")}
live = tools["live"]
figures = {"blender": bpy.app.version_string, "python": sys.version.split()[0]}


def require(condition, text):
    if not condition:
        raise AssertionError(text)


def state():
    return bpy.context.window_manager.libvrm_tools


def empty():
    live.stop()
    bpy.ops.wm.read_homefile(app_template="", use_empty=True)
    state().clear()


def import_file(path):
    """By Blender's own reader of glTF, which names bones as the file names nodes."""
    empty()
    bpy.ops.import_scene.gltf(filepath=path, guess_original_bind_pose=False, disable_bone_shape=True)
    armature = next(one for one in bpy.data.objects if one.type == "ARMATURE")
    bpy.context.view_layer.objects.active = armature
    state().source, state().path = "FILE", path
    return armature


def selected_bones(armature):
    return {bone.name for bone in armature.pose.bones if getattr(bone, "select", None) or
            getattr(bone.bone, "select", False)}


def check_and_select():
    """Each diagnostic selects what it names."""
    armature = import_file(options["broken"])
    require(bpy.ops.libvrm.check() == {"FINISHED"}, state().status)
    found = {}
    for index, row in enumerate(state().rows):
        state().active = index
        require(state().hint == "", f"{row.code}: {state().hint}")
        names = json.loads(row.names)
        if row.kind in ("bones", "spring"):
            require(selected_bones(armature) == set(names), f"{row.code}: {selected_bones(armature)} for {names}")
            require(armature.mode == "POSE" and armature.data.bones.active.name == names[0], "the first bone is active")
        elif row.kind == "material":
            active = bpy.context.view_layer.objects.active
            require(active.active_material.name in names, f"{row.code}: {active.active_material.name}")
        elif row.kind == "mesh":
            require(any(one.select_get() and one.type == "MESH" for one in bpy.data.objects), row.code)
        found.setdefault(row.kind, []).append(row.code)
    require({"spring", "material", "bones", "mesh"} <= set(found), f"selected only {found}")
    print(f"check: {len(state().rows)} diagnostics, of which each selects what it names: " + ", ".join(
        f"{len(codes)} {kind}" for kind, codes in sorted(found.items())))
    return len(state().rows)


def fix(before):
    out = str(Path(options["folder"]) / "fixed.vrm")
    require(bpy.ops.libvrm.fix("EXEC_DEFAULT", filepath=out) == {"FINISHED"}, state().status)
    state().path = out
    require(bpy.ops.libvrm.check() == {"FINISHED"}, state().status)
    require(len(state().rows) < before, f"{len(state().rows)} diagnostics after the fix, {before} before")
    print(f"fix: {len(state().rows)} of {before} diagnostics are left")


def convert():
    folder = Path(options["folder"])
    state().source, state().path = "FILE", options["old"]
    done = bpy.ops.libvrm.migrate("EXEC_DEFAULT", filepath=str(folder / "new.vrm"), accept=True,
                                  license_url="https://vrm.dev/licenses/1.0/", author="A")
    require(done == {"FINISHED"} and (folder / "new.vrm").is_file(), state().status)
    state().path = options["good"]
    done = bpy.ops.libvrm.optimize("EXEC_DEFAULT", filepath=str(folder / "small.vrm"))
    require(done == {"FINISHED"}, state().status)
    require((folder / "small.vrm").stat().st_size <= Path(options["good"]).stat().st_size, "it is not smaller")
    state().path = str(folder / "absent.vrm")
    for operator in (bpy.ops.libvrm.check, bpy.ops.libvrm.preview, bpy.ops.libvrm.portrait):
        try:
            operator()
        except RuntimeError as error:
            require("absent.vrm" in str(error) or "libvrm-render" in str(error), error)
        else:
            raise AssertionError("an absent file has to be refused")
    print("migrate, optimize, and refusals: as they should be")


def portrait():
    state().source, state().path = "FILE", options["good"]
    if options["with_pictures"]:
        require(bpy.ops.libvrm.portrait() == {"FINISHED"}, state().status)
        image = bpy.data.images["Portrait"]
        pixels = np.array(image.pixels).reshape(-1, 4)
        require(image.size[0] == 512 and len(np.unique(pixels[:, :3].round(1), axis=0)) > 10, "the portrait is empty")
        print("portrait: drawn")
        return
    try:
        bpy.ops.libvrm.portrait()
    except RuntimeError as error:
        require("libvrm-render" in str(error), error)
        print(f"portrait, without libvrm-render: {str(error).strip()}")
    else:
        raise AssertionError("there is no libvrm-render")


def turn_head(armature, name, frame):
    """As an artist who shakes the head."""
    bone = armature.pose.bones[name]
    bone.rotation_mode = "XYZ"
    bone.rotation_euler = (0, math.radians(40 * math.sin(frame / 5)), 0)
    bpy.context.view_layer.update()


def preview(path, head):
    """The springs of the armature are where libvrm has them for the same head, and go back when it stops."""
    armature = import_file(path)
    before = {bone.name: (bone.rotation_mode, tuple(bone.rotation_quaternion)) for bone in armature.pose.bones}
    require(bpy.ops.libvrm.preview() == {"FINISHED"}, state().status)
    one = live.running
    largest = moved = 0.0
    for frame in range(120):
        turn_head(armature, head, frame)
        require(one.step(1 / 60), "the preview stopped")
        bpy.context.view_layer.update()
        largest = max(largest, distance(armature, one))
        moved = max(moved, max(bone.rotation_quaternion.angle for bone in
                               (armature.pose.bones[name] for name in one.moved)))
    require(moved > math.radians(3), "the springs did not move")
    require(largest < 1e-3, f"a bone is {largest} m from where libvrm has it")
    bpy.ops.libvrm.preview_stop()
    armature.pose.bones[head].rotation_mode = before[head][0]
    for bone in armature.pose.bones:
        if bone.name != head:
            now = (bone.rotation_mode, tuple(bone.rotation_quaternion))
            require(now == before[bone.name], f"{bone.name} was not put back")
    print(f"preview: {len(one.moved)} joints, {math.degrees(moved):.0f}° at most, {largest * 1000:.2f} mm from libvrm")


def distance(armature, one):
    """Between bones in Blender and their nodes in libvrm."""
    springs = one.springs
    nodes = list(springs.bone_of)
    world = np.array(springs.avatar.world, np.float64)[nodes]
    at = np.array([armature.matrix_world @ armature.pose.bones[springs.bone_of[node]].matrix for node in nodes])
    expected = world[:, :3, 3] @ tools["preview"].TO_FILE  # the inverse of a rotation is its transpose
    return float(np.abs(at[:, :3, 3] - expected).max())


def timed(function, count=FRAMES):
    times = []
    for _ in range(count):
        begin = time.perf_counter()
        function()
        times.append(time.perf_counter() - begin)
    return sorted(times)[count // 2] * 1e3


def measure():
    """The median frame of an armature with 300 joints, in milliseconds."""
    armature = import_file(options["many"])
    require(bpy.ops.libvrm.preview() == {"FINISHED"}, state().status)
    one, update = live.running, bpy.context.view_layer.update
    figures["joints"] = len(one.moved)
    require(len(one.moved) == options["joints"], f"{len(one.moved)} joints move")
    frame = iter(range(10 ** 6))

    def shake():
        turn_head(armature, options["head"], next(frame))

    def whole():
        one.step(1 / 60)
        update()

    matrices, world = np.array([bone.matrix for bone in armature.pose.bones], np.float32), np.eye(4)
    shake()
    whole()
    figures["libvrm"] = timed(lambda: one.springs.avatar.update(1 / 60))
    figures["data flow"] = timed(lambda: one.springs.step(matrices, world, 1 / 60)) - figures["libvrm"]
    figures["step"] = timed(lambda: one.step(1 / 60))
    figures["frame"] = timed(whole)
    figures["pose alone"] = timed(shake)
    live.stop()
    print("a frame of {joints} joints, in ms: libvrm {libvrm:.3f}, its conversion {data flow:.3f}, "
          "with Blender's arrays {step:.3f}; with Blender's evaluation {frame:.2f}, which alone takes {pose alone:.2f}"
          .format(**figures))


def enable_addon():
    sys.path.insert(0, options["addon"])
    failures = []
    addon_utils.enable("io_scene_vrm", default_set=True, handle_error=failures.append)
    if failures:
        raise failures[0]


def follow_scene():
    """Beside the VRM add-on: checks and previews what it exports, and follows its settings."""
    empty()
    bpy.ops.import_scene.vrm(filepath=options["good"])
    armature = tools["scene"].armature_of(bpy.context)
    state().source = "SCENE"
    require(bpy.ops.libvrm.check() == {"FINISHED"}, state().status)
    errors = [row.code for row in state().rows if row.severity == "ERROR"]
    require(not errors, f"errors in the export of the scene: {errors}")
    require(bpy.ops.libvrm.preview() == {"FINISHED"}, state().status)
    one = live.running
    for _ in range(60):
        one.step(1 / 60)
    bpy.context.view_layer.update()
    require(distance(armature, one) < 1e-3, "the bones are not where libvrm has them")
    rest = one.springs.rotations().copy()
    for spring in armature.data.vrm_addon_extension.spring_bone1.springs:
        for joint in spring.joints:
            joint.gravity_power, joint.stiffness, joint.gravity_dir = 5.0, 0.0, (0.0, -1.0, 0.0)
    one.tuned = 0.0
    for _ in range(60):
        one.step(1 / 60)
    require(np.abs(one.springs.rotations() - rest).max() > 0.1, "new settings of the add-on did nothing")
    live.stop()
    print(f"VRM add-on: {len(state().rows)} diagnostics of the scene's export, {len(one.moved)} joints move and follow "
          "its settings", flush=True)


def compare_previews():
    """A frame of the add-on's own preview and of this one, in the same scene, while the head shakes."""
    empty()
    bpy.ops.import_scene.vrm(filepath=options["long"])
    armature = tools["scene"].armature_of(bpy.context)
    handler = importlib.import_module("io_scene_vrm.editor.spring_bone1.handler")
    springs, update = armature.data.vrm_addon_extension.spring_bone1, bpy.context.view_layer.update

    def measured(step):
        """The medians of a step and of the whole frame."""
        steps, frames = [], []
        for frame in range(COMPARED):
            turn_head(armature, options["head"], frame)
            begin = time.perf_counter()
            step()
            middle = time.perf_counter()
            update()
            steps.append(middle - begin)
            frames.append(time.perf_counter() - begin)
        return [sorted(times)[COMPARED // 2] * 1e3 for times in (steps, frames)]

    springs.enable_animation = True
    theirs = measured(lambda: handler.update_pose_bone_rotations(bpy.context, 1 / 60))
    springs.enable_animation = False
    state().source, state().path = "FILE", options["long"]
    require(bpy.ops.libvrm.preview() == {"FINISHED"}, state().status)
    ours = measured(lambda: live.running.step(1 / 60))
    joints = len(live.running.moved)
    live.stop()
    figures["add-on"], figures["beside"] = theirs, ours
    print(f"VRM add-on: a step of {joints} joints takes {theirs[0]:.1f} ms in its own preview and {ours[0]:.2f} ms in "
          f"this one, and with Blender's evaluation {theirs[1]:.1f} and {ours[1]:.1f} ms")


def main():
    if options["part"] == "addon":
        enable_addon()
        follow_scene()
        compare_previews()
    else:
        fix(check_and_select())
        convert()
        portrait()
        preview(options["good"], options["head"])
        preview(options["old"], options["old_head"])
        measure()
    print(json.dumps(figures))


main()
