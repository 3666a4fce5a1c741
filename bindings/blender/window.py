"""Opens Blender on a virtual screen with the panel of the extension, and looks at the pictures."""
import json
import shutil
import subprocess
import tempfile
from pathlib import Path

import blender
import screen

HERE = Path(__file__).resolve().parent
LANGUAGES = ("en_US", "ja_JP")
DIFFERENT = 500  # pixels of the panel that have to differ between languages


def look(options):
    import check
    if shutil.which("Xvfb") is None:
        raise blender.Missing("Xvfb is missing")
    if subprocess.run(["unshare", "--mount", "true"], stderr=subprocess.DEVNULL).returncode != 0:
        raise blender.Missing("unshare needs the rights of root: the languages of Blender's package cannot be shown")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        program, _ = check.installed(options, folder, *(["--with-pictures"] if check.has_pictures() else []))
        paths = {**check.write_files(folder), "folder": place, "languages": LANGUAGES}
        (folder / "window.json").write_text(json.dumps(paths), encoding="utf-8")
        display = screen.Screen()
        try:
            code = program.run("--factory-startup", "--window-geometry", 0, 0, 1280, 900, "--gpu-backend", "opengl",
                               "--python", HERE / "window_inside.py", "--", folder / "window.json",
                               log=folder / "window.log", has_languages=True,
                               environment={"DISPLAY": display.environment["DISPLAY"]})
        finally:
            display.close()
        text = (folder / "window.log").read_text(errors="replace")
        if code != 0 or "looked at" not in text:
            print(text[-4000:])
            return 1
        shots = {path.stem: screen.read_xwd(path.read_bytes()) for path in sorted(folder.glob("*.xwd"))}
        if options.keep:
            options.keep.mkdir(parents=True, exist_ok=True)
            for name, shot in shots.items():
                shot.save(options.keep / f"{name}.png")
        return judge(shots)


def judge(shots):
    """The panel is there, has other words in each language, and the springs moved."""
    panel = (0.7, 0.05, 1, 0.95)
    words = shots["en_US"].difference(shots["ja_JP"], panel)
    moved = shots["still"].difference(shots["moving"], (0, 0.05, 0.7, 0.95))
    print(f"window: {len(shots)} pictures; {words} pixels of the panel differ by language, {moved} of the view by the "
          "preview")
    return 0 if words > DIFFERENT and moved > DIFFERENT else 1
