"""An engine in another process, such as one in Rust or in Godot. --command "PROGRAM ARGUMENT …" starts it.

It reads requests from its standard input, one JSON object a line, and answers each with a line that begins with "=":

    {"do": "load", "file": HEX, "clip": HEX or null, "settings": […]}      → {"value": {"name": …, "version": …}}
    {"do": "frame", "set": [[INPUT, NAME, VALUE], …], "reset": false, "seconds": 0.016}
    {"do": "get", "result": "rotations", "name": "s1", "keys": […]}        → {"value": [x, y, z, w]}

Instead of a value it may answer {"error": TEXT}, or {"skipped": REASON} for what the engine lacks.
"""
import json
import shlex
import subprocess

from run import Skipped


class Process:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def ask(self, request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        for line in self.process.stdout:
            if line.startswith("="):
                return answered(json.loads(line[1:]))
        raise SystemExit(f"the engine ended with exit code {self.process.wait()}, asked to {request['do']}")


def answered(reply):
    if "skipped" in reply:
        raise Skipped(reply["skipped"])
    if "error" in reply:
        raise RuntimeError(reply["error"])
    return reply.get("value")


class Avatar:
    def __init__(self, process):
        self.process, self.inputs, self.is_reset = process, [], False

    def set(self, kind, name, value):
        self.inputs.append([kind, name, value])

    def reset(self):
        self.is_reset = True

    def update(self, seconds):
        self.process.ask({"do": "frame", "set": self.inputs, "reset": self.is_reset, "seconds": seconds})
        self.inputs, self.is_reset = [], False

    def get(self, what, name, expected):
        return self.process.ask({"do": "get", "result": what, "name": name, "keys": sorted(expected) if isinstance(expected, dict) else []})


class Engine:
    def __init__(self, command):
        self.process = Process(command)
        about = self.process.ask({"do": "about"})
        self.name, self.version = about["name"], about["version"]

    def load(self, data, clip, settings):
        self.process.ask({"do": "load", "file": data.hex(), "clip": clip and clip.hex(), "settings": settings})
        return Avatar(self.process)


def open_engine(options):
    if "command" not in options:
        raise SystemExit("process.py needs --command PROGRAM")
    return Engine(shlex.split(options["command"]))
