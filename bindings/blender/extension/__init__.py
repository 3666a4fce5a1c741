"""Checks VRM files, fixes and converts them, previews springs and draws portraits, beside the VRM add-on."""
from __future__ import annotations

try:
    import bpy
except ImportError:  # its other modules are tested without Blender
    bpy = None

if bpy is not None:
    from . import language, live, operators, panel

    def register() -> None:
        bpy.app.translations.register(__name__, language.TRANSLATIONS)
        for part in (operators, panel, live):
            part.register()

    def unregister() -> None:
        for part in (live, panel, operators):
            part.unregister()
        bpy.app.translations.unregister(__name__)
