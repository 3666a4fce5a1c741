"""Runs the spring preview on an armature, by a timer of Blender."""
from __future__ import annotations

import time
from typing import Any

import bpy
import numpy as np
from bpy.app.translations import pgettext_rpt as say

from . import preview

INTERVAL = 1 / 60
TUNING_INTERVAL = 0.25  # how often the settings of the VRM add-on are read


def skeleton_of(armature: Any) -> preview.Skeleton:
    """In the order of the pose's bones, in which their arrays are."""
    bones = [bone.bone for bone in armature.pose.bones]
    places = {bone.name: index for index, bone in enumerate(bones)}
    parents = [places[bone.parent.name] if bone.parent else -1 for bone in bones]
    return preview.Skeleton(list(places), parents, np.array([bone.matrix_local for bone in bones], np.float64))


def addon_joints(armature: Any) -> dict[str, tuple[Any, ...]]:
    """The settings of joints in the VRM add-on, by bones."""
    data = getattr(getattr(armature.data, "vrm_addon_extension", None), "spring_bone1", None)
    return {joint.node.bone_name: (joint.hit_radius, joint.stiffness, joint.gravity_power, joint.drag_force,
                                   tuple(joint.gravity_dir))
            for spring in (data.springs if data is not None else ()) for joint in spring.joints}


class Live:
    """One preview: what it changes it puts back when it stops."""

    def __init__(self, armature: Any, source: bytes) -> None:
        self.name = armature.name
        self.skeleton = skeleton_of(armature)
        self.springs = preview.Springs(source, self.skeleton, np.array(armature.matrix_world))
        self.joints = self.springs.joints_of()
        self.known = addon_joints(armature)
        count = len(self.skeleton.names)
        self.matrices = np.empty(16 * count, np.float32)
        self.turned = np.empty(4 * count, np.float32)
        self.time = self.tuned = time.perf_counter()
        self.moved = [self.skeleton.names[index] for index in self.springs.bones]
        self.old = {name: self.rotation(armature.pose.bones[name]) for name in self.moved}
        self.use_quaternions(armature)

    @staticmethod
    def rotation(bone: Any) -> tuple[Any, ...]:
        return (bone.rotation_mode, tuple(bone.rotation_quaternion), tuple(bone.rotation_euler),
                tuple(bone.rotation_axis_angle))

    def use_quaternions(self, armature: Any) -> None:
        for name in self.moved:
            if armature.pose.bones[name].rotation_mode != "QUATERNION":
                armature.pose.bones[name].rotation_mode = "QUATERNION"

    def armature(self) -> Any | None:
        """By its name, since an undo makes it another object; None if it has other bones now."""
        found = bpy.data.objects.get(self.name)
        if found is None or found.type != "ARMATURE" or found.mode == "EDIT":
            return None
        return found if found.pose.bones.keys() == self.skeleton.names else None

    def tune(self, armature: Any) -> None:
        """Apply settings that were changed in the VRM add-on since the start."""
        joints = addon_joints(armature)
        for bone, settings in joints.items():
            if settings != self.known.get(bone) and bone in self.joints:
                self.springs.set_joint(self.joints[bone], *settings)
        self.known = joints

    def step(self, seconds: float) -> bool:
        """One frame. False: the armature is gone or has changed."""
        armature = self.armature()
        if armature is None:
            return False
        now = time.perf_counter()
        if now - self.tuned >= TUNING_INTERVAL:
            self.tuned = now
            self.tune(armature)
            self.use_quaternions(armature)  # an undo may have put another mode back
        bones = armature.pose.bones
        bones.foreach_get("matrix", self.matrices)
        bones.foreach_get("rotation_quaternion", self.turned)
        matrices = self.matrices.reshape(-1, 4, 4).swapaxes(1, 2)  # Blender gives columns
        rows = self.springs.step(matrices, np.array(armature.matrix_world), seconds)
        self.turned.reshape(-1, 4)[self.springs.bones] = rows
        bones.foreach_set("rotation_quaternion", self.turned)
        bones[self.moved[0]].rotation_quaternion = rows[0].tolist()  # which marks the pose as changed
        return True

    def stop(self) -> None:
        armature = self.armature()
        if armature is not None:
            for name, (mode, quaternion, euler, axis_angle) in self.old.items():
                bone = armature.pose.bones[name]
                bone.rotation_mode = mode
                bone.rotation_quaternion, bone.rotation_euler = quaternion, euler
                bone.rotation_axis_angle = axis_angle
        self.springs.close()


running: Live | None = None


def start(armature: Any, source: bytes) -> Live:
    """Start the preview of an armature; one at a time."""
    global running
    stop()
    running = Live(armature, source)
    if not bpy.app.background:
        bpy.app.timers.register(tick, first_interval=INTERVAL)
    return running


def stop() -> None:
    global running
    if bpy.app.timers.is_registered(tick):
        bpy.app.timers.unregister(tick)
    if running is not None:
        one, running = running, None
        one.stop()


def tick() -> float | None:
    one = running
    if one is None:
        return None
    now = time.perf_counter()
    elapsed, one.time = now - one.time, now
    try:
        if one.step(elapsed):
            return max(INTERVAL - (time.perf_counter() - now), 0.0)
        text = say("The preview stopped, because the armature changed")
    except preview.PreviewError as error:
        text = say(str(error))
    stop()
    bpy.context.window_manager.libvrm_tools.status = text
    return None


@bpy.app.handlers.persistent
def stop_before(*unused: Any) -> None:
    """A file is saved or loaded: what is saved is the pose without the preview."""
    stop()


def register() -> None:
    bpy.app.handlers.save_pre.append(stop_before)
    bpy.app.handlers.load_pre.append(stop_before)


def unregister() -> None:
    stop()
    bpy.app.handlers.save_pre.remove(stop_before)
    bpy.app.handlers.load_pre.remove(stop_before)
