"""vrm pack: generated .gltf files with the files beside them. The GLB has the same document and the same bytes."""
import base64
import json
import os
import random
import shutil
from collections import namedtuple
from urllib.parse import quote

from .files import doubled_keys, read_glb
from .fix import differences
from .verb import SIZES, Case, Verb

# `files`: {path: bytes, or a text: where a link points to}; `images`: the bytes of each image, None: they are not
# there; `views`: those of each buffer view; `refused`: whether no file may be written.
Plan = namedtuple("Plan", "files images views refused")
NAMES = ("plain.bin", "with space.bin", "ビン.bin", "parts/a.bin", "100%.bin", "a+b&c=d.bin", "parts/deep/ü.bin")
PIXEL = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==")


def other_pixel(number):
    """A PNG with bytes of its own: they stand behind its end."""
    return PIXEL + number.to_bytes(4, "little")


def data_uri(kind, data):
    return f"data:{kind};base64,{base64.b64encode(data).decode()}"


class Folder:
    """A GLB that is taken apart into a .gltf and its files."""

    def __init__(self, data, chance):
        text, self.payload = read_glb(data)
        self.document, self.chance, self.files = json.loads(text), chance, {}
        self.views = [self.view(i) for i in range(len(self.document["bufferViews"]))]
        self.images = [self.views[image["bufferView"]] for image in self.document.get("images", [])]
        self.refused = False

    def view(self, index):
        view = self.document["bufferViews"][index]
        start = view.get("byteOffset", 0)
        return self.payload[start:start + view["byteLength"]]

    def uri(self, name, data, kind="application/octet-stream"):
        """A way to name some bytes; None of `name`: a data URI."""
        if name is None:
            return data_uri(kind, data)
        self.files[name] = data
        return quote(name) if self.chance.random() < 0.7 or "%" in name else name

    def split(self, count, name_of):
        """Deals out the views to some buffers."""
        parts = [bytearray() for _ in range(count)]
        for index, view in enumerate(self.document["bufferViews"]):
            part = index % count
            parts[part] += bytes(-len(parts[part]) % 4)
            view["buffer"], view["byteOffset"] = part, len(parts[part])
            parts[part] += self.views[index]
        self.document["buffers"] = []
        for index, part in enumerate(parts):
            part = bytes(part) or b"\0\0\0\0"
            self.document["buffers"].append({"uri": self.uri(name_of(index), part), "byteLength": len(part)})

    def take_out(self, name_of):
        """Images become files, or data URIs."""
        for index, image in enumerate(self.document.get("images", [])):
            image["uri"] = self.uri(name_of(index), self.images[index], image.get("mimeType", "image/png"))
            image.pop("bufferView")

    def add_image(self, uri, data, **members):
        self.document.setdefault("images", []).append({"uri": uri, **members})
        self.images.append(data)

    def case(self, what):
        text = json.dumps(self.document, ensure_ascii=False).encode()
        return Case(what, text, Plan(self.files, self.images, self.views, self.refused))


# --- Kinds ---

def numbered(form):
    return form.format


def as_files(folder, size):
    folder.split(min(size + 2, 2000), lambda i: NAMES[i % len(NAMES)].replace(".", f" {i}."))
    folder.take_out(lambda i: f"textures/画像 {i}.png")


def as_data(folder, size):
    folder.split(min(size + 2, 2000), lambda i: None)
    folder.take_out(lambda i: None)


def with_names(folder, size):
    """Buffers that say more than their bytes."""
    folder.split(size + 2, lambda i: f"{i}.bin")
    for index, buffer in enumerate(folder.document["buffers"]):
        buffer.update(name=f"buffer {index}", extras={"tag": index}, extensions={"ACME_future": {"buffer": index}})
    folder.document.setdefault("extensionsUsed", []).append("ACME_future")


def with_shared_images(folder, size):
    """Images of one file, and of one data URI."""
    folder.split(1, numbered("{}.bin"))
    shared = folder.uri("shared.png", other_pixel(1))
    for index in range(size + 2):
        folder.add_image(shared, other_pixel(1), name=f"shared {index}")
        folder.add_image(data_uri("image/png", PIXEL), PIXEL)


def with_images(folder, size):
    folder.split(1, numbered("{}.bin"))
    for index in range(size + 2):
        folder.add_image(folder.uri(f"{index}.png", other_pixel(index)), other_pixel(index), name=f"image {index}",
                         extras=[index])


def with_missing_image(folder, size):
    del size
    folder.split(2, numbered("{}.bin"))
    folder.add_image("absent.png", None, name="absent")
    folder.add_image("data:image/png;base64,", None, name="empty")
    folder.add_image("https://example.com/a.png", None)


def with_linked_image(folder, size):
    del size
    folder.split(2, numbered("{}.bin"))
    folder.files["link.png"] = "/etc/passwd"
    folder.files["linked"] = "/etc"
    for uri in ("link.png", "linked/passwd", "../in.gltf", "/etc/passwd", "file:///etc/passwd", "%2e%2e/secret"):
        folder.add_image(uri, None, name=uri)


def with_linked_buffer(folder, size):
    del size
    folder.split(2, numbered("{}.bin"))
    folder.files["1.bin"] = "0.bin"
    folder.refused = True


def with_missing_buffer(folder, size):
    del size
    folder.split(2, numbered("{}.bin"))
    folder.files.pop("1.bin")
    folder.refused = True


def with_long_buffers(folder, size):
    """Files that are longer than byteLength, which names what counts."""
    folder.split(size + 2, numbered("{}.bin"))
    for name in folder.files:
        folder.files[name] += b"behind"


KINDS = {"files": as_files, "data URIs": as_data, "names of buffers": with_names, "shared images": with_shared_images,
         "images": with_images, "missing image": with_missing_image, "linked images": with_linked_image,
         "linked buffer": with_linked_buffer, "missing buffer": with_missing_buffer, "long buffers": with_long_buffers}
GROWING = ("files", "data URIs", "names of buffers", "shared images", "images")


def generate(data, kind, size=1):
    folder = Folder(data, random.Random(size))
    KINDS[kind](folder, size)
    return folder.case(kind)


# --- The verb ---

def is_allowed(path):
    """Whether a pack changes what stands there."""
    words = path.split("/")[1:]
    return (words[0] == "buffers" or words == ["bufferViews"]
            or (words[0] == "bufferViews" and words[2:] in (["buffer"], ["byteOffset"]))
            or (words[0] == "images" and words[2:] in (["uri"], ["bufferView"], ["mimeType"])))


class Pack(Verb):
    ending = ".glb"

    def __init__(self):
        super().__init__("pack", again=False)
        self.kit = None

    def cases(self, kit):
        self.kit = kit
        for base, data in kit.bases():
            for kind in KINDS:
                yield generate(data, kind)._replace(what=f"{base}, {kind}")

    def growth(self, kit):
        data = kit.make("parametric", "--bones", "all")
        for kind in GROWING:
            yield kind, [generate(data, kind, size) for size in SIZES]

    def place(self, case, folder):
        folder = folder / "pack"
        shutil.rmtree(folder, ignore_errors=True)
        for name, content in case.plan.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(content, str):
                os.symlink(content, path)
            else:
                path.write_bytes(content)
        path = folder / "in.gltf"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(case.data)
        return path

    def command(self, source, target, plan):
        return ["pack", str(source), str(target)]

    def may_refuse(self, case, reason):
        return case.plan.refused and "crash" not in reason

    def judge(self, case, written, record):
        text, payload = read_glb(written)
        old, new, said = json.loads(case.data), json.loads(text), json.dumps(record, ensure_ascii=False)
        wrong = ["it was not refused"] if case.plan.refused else []
        wrong += [f"an object has two members '{key}'" for key in doubled_keys(text)]
        wrong += [f"{path} has changed" for path, _ in differences(old, new) if not is_allowed(path)]
        wrong += self.judge_bytes(case.plan, new, payload, said)
        kept = json.dumps(new, ensure_ascii=False)
        for index, buffer in enumerate(old["buffers"]):
            wrong += [f"{key} of buffer {index} is gone" for key in ("name", "extras", "extensions") if key in buffer
                      and json.dumps(buffer[key]) not in kept and f"/buffers/{index}" not in said]
        return (wrong + self.judge_again(written))[:8]

    def judge_bytes(self, plan, new, payload, said):
        def bytes_of(view):
            start = view.get("byteOffset", 0)
            return payload[start:start + view["byteLength"]] if view.get("buffer") == 0 else None
        views = new["bufferViews"]
        wrong = [f"the bytes of view {index} differ" for index, data in enumerate(plan.views)
                 if bytes_of(views[index]) != data]
        for index, data in enumerate(plan.images):
            image = new["images"][index]
            if data is not None and ("bufferView" not in image or bytes_of(views[image["bufferView"]]) != data):
                wrong.append(f"the bytes of image {index} differ")
            if data is None and ("bufferView" in image or f"/images/{index}" not in said):
                wrong.append(f"image {index} has bytes that are not there, or nothing says that they are missing")
        return wrong

    def judge_again(self, written):
        """extract and pack give the same bytes."""
        once, parts, twice = (self.kit.work / name for name in ("once.glb", "parts", "packed.glb"))
        shutil.rmtree(parts, ignore_errors=True)
        twice.unlink(missing_ok=True)
        self.kit.run(["extract", str(once), "--out", str(parts)])
        self.kit.run(["pack", str(parts), str(twice)])
        return [] if twice.exists() and twice.read_bytes() == written else ["extract and pack give other bytes"]
