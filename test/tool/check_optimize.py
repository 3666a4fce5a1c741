"""Checks `vrm optimize`: what its program adds to the library (images, meshoptimizer, limits), what is
said, where files go, and exit codes.

usage: check_optimize.py VRM MAKER SAMPLES WORK
"""
import base64
import copy
import json
import os
import re
import shutil
import struct
import subprocess
import sys

VRM, MAKER, SAMPLES, WORK = map(os.path.abspath, sys.argv[1:5])
problems = []


def expect(is_good, *said):
    if not is_good:
        problems.append(" ".join(map(str, said)))


def run(*words):
    """(exit code, standard output, standard error)"""
    done = subprocess.run([VRM, *words], cwd=WORK, capture_output=True, timeout=600, check=False)
    return done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8")


def record(*words, exits=0):
    code, out, error = run("optimize", "--json", "--overwrite", *words)
    expect(code == exits, words, "exit", code, error)
    return json.loads(out) if out else {}


def gltf_of(path):
    with open(os.path.join(WORK, path), "rb") as file:
        data = file.read()
    return json.loads(data[20:20 + struct.unpack("<I", data[12:16])[0]])


def images_of(path):
    """[(format, width, height)]"""
    _, out, _ = run("info", "--json", path)
    return [(image["format"], image["width"], image["height"])
            for image in json.loads(out)["images"]]


def codes(found):
    return {change["code"]: change["text"] for change in found["changes"]}


def features():
    _, out, _ = run("--version", "--json")
    return {feature["name"] for feature in json.loads(out)["features"] if feature["built"]}


def views_of(path):
    """The bytes of each accessor's view in BIN, from where the accessor begins."""
    with open(os.path.join(WORK, path), "rb") as file:
        data = file.read()
    json_bytes = struct.unpack("<I", data[12:16])[0]
    tables, bin_chunk = json.loads(data[20:20 + json_bytes]), data[28 + json_bytes:]
    out = []
    for accessor in tables["accessors"]:
        for part in (accessor, *(accessor.get("sparse", {}).get(key, {}) for key in ("indices", "values"))):
            if "bufferView" not in part:
                continue
            view = tables["bufferViews"][part["bufferView"]]
            begin = view.get("byteOffset", 0)
            out.append(bin_chunk[begin + part.get("byteOffset", 0):begin + view["byteLength"]])
    return out


def compressed_views(path):
    """Extensions of the views that are compressed."""
    return [view["extensions"]["EXT_meshopt_compression"] for view in gltf_of(path)["bufferViews"]
            if "EXT_meshopt_compression" in view.get("extensions", {})]


def check_verbs():
    """OP-015: a file stays compressed, or the changes count what does not."""
    everything = "unused,nodes,duplicates,targets,vertices,primitives,images"
    # What each verb stores without compression: none of the views, some, or all of them.
    verbs = [("1.0", ["migrate", "--accept-license-mapping"], "none"),
             ("1.0", ["migrate", "--to", "0.x", "--accept-license-mapping"], "all"),
             ("1.0-beta", ["migrate", "--accept-license-mapping"], "none"),
             ("0.x", ["migrate", "--accept-license-mapping"], "all"),
             ("1.0", ["normalize"], "none"), ("scaled", ["normalize"], "some")]
    for version in ("1.0", "1.0-beta", "0.x", "scaled"):
        source = os.path.join(SAMPLES, f"character-{'1.0' if version == 'scaled' else version}.vrm")
        if version == "scaled":
            hips = next(i for i, node in enumerate(gltf_of(source)["nodes"]) if node.get("name") == "hips")
            code, out, error = run("edit", source, "scaled.vrm", "--overwrite", "--set", f"/nodes/{hips}/scale=[1.5,1.5,1.5]")
            expect(code == 0, "edit", out, error)
            source = "scaled.vrm"
        record(source, "-o", f"verb-{version}.vrm", "--compress", "--keep", everything)
    for version, words, decoded in verbs:
        path = f"verb-{version}.vrm"
        code, out, error = run(*words, "--json", path, "-o", "verb-new.vrm", "--overwrite")
        expect(code == 0, words, path, out, error)
        before, after = len(compressed_views(path)), len(compressed_views("verb-new.vrm"))
        text = codes(json.loads(out)).get("views-decoded", "0 ")
        expect(int(text.split()[0].replace(",", "")) == before - after, words, path, before, after, text)
        expect({"none": after == before, "some": 0 < after < before, "all": after == 0}[decoded],
               words, path, "leaves", after, "of", before)
        expect(run("check", "verb-new.vrm")[0] == run("check", path)[0], words, path, "check")
    with open(os.path.join(WORK, "verb-1.0.vrm"), "rb") as old:
        run("migrate", "verb-1.0.vrm", "-o", "verb-new.vrm", "--overwrite")
        with open(os.path.join(WORK, "verb-new.vrm"), "rb") as new:
            expect(old.read() == new.read(), "a file of the same version does not change")


def check_quantization():
    """OP-016: quantized and compressed, within the distance that the changes state."""
    for version in ("1.0", "0.x"):
        source = os.path.join(SAMPLES, f"character-{version}.vrm")
        record(source, "-o", "lossless.vrm", "--compress")
        found = record(source, "-o", "quantized.vrm", "--compress", "--quantize")
        said = codes(found).get("positions-rounded", "")
        number = re.fullmatch(r"[0-9,]+ arrays of positions were rounded, by at most ([0-9.]+) m", said)
        expect(number and 0 < float(number.group(1)) <= 0.00006, version, "states a distance:", said)
        expect("KHR_mesh_quantization" in gltf_of("quantized.vrm")["extensionsRequired"], "requires quantization")
        filters = [view.get("filter") for view in compressed_views("quantized.vrm")]
        expect("EXPONENTIAL" in filters and set(filters) <= {None, "EXPONENTIAL"}, version, filters)
        expect(not any("filter" in view for view in compressed_views("lossless.vrm")), "lossless files have no filter")
        sizes = [os.path.getsize(os.path.join(WORK, name)) for name in ("lossless.vrm", "quantized.vrm")]
        expect(sizes[1] < 0.85 * sizes[0], version, "smaller:", sizes)
        expect(run("check", "quantized.vrm")[0] == 0, version, "check", run("check", "quantized.vrm")[1])
        sums = [run("sim", "--hash", "--frames", "60", path)[1].split()[:5] for path in (source, "quantized.vrm")]
        expect(sums[0] == sums[1], version, "moves otherwise:", sums)
        again = record("quantized.vrm", "-o", "again.vrm", "--compress", "--quantize")
        expect("positions-rounded" not in codes(again), version, "rounded once", codes(again))


def hostile_files():
    """(what is wrong, tables) of files whose compressed views have wrong numbers, and whose bytes are those of quantized.vrm."""
    name, huge = "EXT_meshopt_compression", 1 << 40
    wrong = {"count": [0, -1, 3, huge, 2**63, "x"], "byteStride": [0, 3, 256, 260, huge], "byteLength": [0, 1, huge, -1],
             "byteOffset": [1, huge, 2**32 - 1], "buffer": [1, 2, -1], "mode": ["ATTRIBUTES", "TRIANGLES", "INDICES", "POINTS"],
             "filter": ["OCTAHEDRAL", "QUATERNION", "EXPONENTIAL", "COLOR", "GAUSS"]}
    plain = gltf_of("quantized.vrm")
    compressed = [i for i, view in enumerate(plain["bufferViews"]) if name in view.get("extensions", {})]
    kinds = {}
    for i in compressed:
        view = plain["bufferViews"][i]["extensions"][name]
        kinds.setdefault((view["mode"], view.get("filter")), i)
    for (mode, _), i in kinds.items():
        for key, values in wrong.items():
            for value in values:
                tables = copy.deepcopy(plain)
                tables["bufferViews"][i]["extensions"][name][key] = value
                yield f"{mode} {i} {key} {value}", tables
        tables = copy.deepcopy(plain)  # one terabyte that is as long as it says
        view = tables["bufferViews"][i]
        view["extensions"][name]["count"] = huge
        view["byteLength"] = huge * view["extensions"][name]["byteStride"]
        tables["buffers"][1]["byteLength"] = 2**50
        yield f"{mode} {i} terabytes", tables
    tables = copy.deepcopy(plain)  # all views decode the same bytes
    first = tables["bufferViews"][compressed[0]]["extensions"][name]
    for i in compressed:
        tables["bufferViews"][i]["extensions"][name].update(byteOffset=first.get("byteOffset", 0), byteLength=first["byteLength"])
    yield "overlapping views", tables
    tables = copy.deepcopy(plain)  # the buffer of compressed bytes stands in for itself
    tables["buffers"][0]["extensions"] = {name: {"fallback": True}}
    tables["buffers"].pop()
    yield "no fallback", tables


def check_hostile():
    """GL-048, ER-018: compressed views with wrong numbers end no command, and cost nothing."""
    with open(os.path.join(WORK, "quantized.vrm"), "rb") as file:
        data = file.read()
    rest = data[20 + struct.unpack("<I", data[12:16])[0]:]
    for what, tables in hostile_files():
        text = json.dumps(tables).encode()
        text += b" " * (-len(text) % 4)
        with open(os.path.join(WORK, "hostile.vrm"), "wb") as file:
            file.write(data[:8] + struct.pack("<II", 20 + len(text) + len(rest), len(text)) + b"JSON" + text + rest)
        for words in (["check"], ["optimize", "--compress", "--quantize", "-o", "hostile-new.vrm", "--overwrite"]):
            code, _, error = run(words[0], "hostile.vrm", "--max-memory", "64M", "--timeout", "10s", *words[1:])
            expect(code in (0, 1) and "gave up" not in error, what, words[0], "exit", code, error)
            is_named = words[0] != "check" or re.search("mode|filter|overlapping", what) or code == 1
            expect(is_named, what, "has no error")


def check_compression():
    """OP-015, GL-048: compressed without loss, read by every command, kept by edits, and decoded again."""
    name, everything = "EXT_meshopt_compression", "unused,nodes,duplicates,targets,vertices,primitives,images"
    for version in ("1.0", "1.0-beta", "1.0-draft", "0.x"):
        source = os.path.join(SAMPLES, f"character-{version}.vrm")
        shutil.copy(source, os.path.join(WORK, "plain.vrm"))
        found = record("plain.vrm", "-o", "small.vrm", "--compress", "--keep", everything)
        expect("views-compressed" in codes(found), version, "compresses", codes(found))
        tables = gltf_of("small.vrm")
        expect(name in tables["extensionsRequired"], version, "requires", name)
        expect(len(tables["buffers"]) == 2 and "uri" not in tables["buffers"][1], "a stand-in")
        expect(os.path.getsize(os.path.join(WORK, "small.vrm")) < 0.8 * os.path.getsize(source), "smaller")
        record("small.vrm", "-o", "again.vrm", "--decompress", "--keep", everything)
        expect(name not in gltf_of("again.vrm").get("extensionsUsed", []), "nothing is left of", name)
        expect(len(gltf_of("again.vrm")["buffers"]) == 1, "the stand-in went")
        expect(views_of("plain.vrm") == views_of("again.vrm"), version, "the same bytes come back")
        expect(run("check", "small.vrm")[0] == run("check", "plain.vrm")[0], version, "check")
        code, out, error = run("edit", "small.vrm", "edited.vrm", "--overwrite", "--set", '/asset/generator="x"')
        expect(code == 0, "edit", out, error)
        before, after = gltf_of("small.vrm"), gltf_of("edited.vrm")
        expect(before["bufferViews"] == after["bufferViews"], version, "an edit keeps compressed views")
        # Stages that write vertices anew, without being asked to compress: never larger.
        record("small.vrm", "-o", "still.vrm")
        expect(os.path.getsize(os.path.join(WORK, "still.vrm")) <= os.path.getsize(os.path.join(WORK, "small.vrm")),
               version, "never larger")
        expect(run("check", "still.vrm")[0] == 0, version, "check of what is kept")
    # What turns all vertices decodes first.
    code, out, error = run("migrate", "small.vrm", "-o", "turned.vrm", "--overwrite", "--accept-license-mapping")
    expect(code == 0, "migrate", out, error)
    expect(run("check", "turned.vrm")[0] == 0, "check of a migrated file")
    # Damaged bytes are an error that names the view.
    with open(os.path.join(WORK, "small.vrm"), "rb") as file:
        data = bytearray(file.read())
    view = next(v for v in gltf_of("small.vrm")["bufferViews"] if "extensions" in v)["extensions"][name]
    begin = 28 + struct.unpack("<I", data[12:16])[0] + view["byteOffset"]
    data[begin] = 0
    with open(os.path.join(WORK, "damaged.vrm"), "wb") as file:
        file.write(data)
    code, out, error = run("check", "damaged.vrm")
    expect(code == 1 and "compressed" in out, "damaged", code, out, error)


def write_glb(path, tables, data):
    data += b"\0" * (-len(data) % 4)
    tables["buffers"][0]["byteLength"] = len(data)
    text = json.dumps(tables).encode()
    text += b" " * (-len(text) % 4)
    with open(os.path.join(WORK, path), "wb") as file:
        file.write(struct.pack("<4sII", b"glTF", 2, 28 + len(text) + len(data)) + struct.pack("<I4s", len(text), b"JSON")
                   + text + struct.pack("<I4s", len(data), b"BIN\0") + data)


def bin_of(path):
    with open(os.path.join(WORK, path), "rb") as file:
        data = file.read()
    return data[28 + struct.unpack("<I", data[12:16])[0]:]


def make_padded_indices(path, extensions):
    """A grid in twelve parts, whose indices are in one view, each part padded to four bytes."""
    side, parts = 20, 12
    corners = [(y * side + x, y * side + x + 1, (y + 1) * side + x) for y in range(side - 1) for x in range(side - 1)]
    triangles = [t for a, b, c in corners for t in ((a, b, c), (b, c + 1, c))]
    positions = b"".join(struct.pack("<3f", x / 10, y / 10, 0) for y in range(side) for x in range(side))
    indices, accessors = b"", []
    for part in range(parts):
        some = [i for t in triangles[part * 59:part * 59 + 59] for i in t]  # an odd number: not a multiple of four bytes
        accessors.append({"bufferView": 1, "byteOffset": len(indices), "componentType": 5123, "count": len(some),
                          "type": "SCALAR"})
        indices += struct.pack(f"<{len(some)}H", *some)
        indices += b"\0" * (-len(indices) % 4)
    indices += b"\0" * (-len(indices) % 12)
    write_glb(path, {
        "asset": {"version": "2.0"}, "extensionsUsed": extensions, "scene": 0, "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0}], "buffers": [{}],
        "bufferViews": [{"buffer": 0, "byteLength": len(positions)},
                        {"buffer": 0, "byteOffset": len(positions), "byteLength": len(indices)}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": side * side, "type": "VEC3", "min": [0, 0, 0],
                       "max": [1.9, 1.9, 0]}, *accessors],
        "materials": [{"name": f"m{i}"} for i in range(parts)],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1 + i, "material": i}
                                   for i in range(parts)]}]}, positions + indices)


def triangles_of(path):
    """Of each accessor of indices, each triangle from its smallest corner on."""
    tables, out = gltf_of(path), []
    data = views_of(path)
    for primitive in (p for mesh in tables["meshes"] for p in mesh["primitives"]):
        accessor = tables["accessors"][primitive["indices"]]
        flat = struct.unpack_from(f"<{accessor['count']}H", data[primitive["indices"]])
        groups = [flat[i:i + 3] for i in range(0, len(flat), 3)]
        out.append([min(t, t[1:] + t[:1], t[2:] + t[:2]) for t in groups])
    return out


def check_shared_index_views():
    """OP-015: accessors that begin within a triangle of their view lose none of theirs."""
    for extensions in ([], ["ACME_thing"]):
        make_padded_indices("padded.glb", extensions)
        found = record("padded.glb", "-o", "padded-small.glb", "--compress", "--keep", "duplicates")
        expect("views-compressed" in codes(found), "padded indices are compressed", codes(found))
        record("padded-small.glb", "-o", "padded-again.glb", "--decompress", "--keep", "duplicates,vertices")
        kept = record("padded.glb", "-o", "padded-kept.glb", "--keep", "duplicates")
        expect(kept["after"]["triangles"] == 708, "triangles", kept["after"])
        expect(triangles_of("padded-again.glb") == triangles_of("padded-kept.glb"), extensions, "triangles are lost")


def check_other_compression():
    """OP-015: what cannot be decoded, but has its bytes beside, is compressed from those. OP-015: nothing is only
    decoded where it cannot be compressed."""
    khr = "KHR_meshopt_compression"
    source = os.path.join(SAMPLES, "character-1.0.vrm")
    tables, data = gltf_of(source), bin_of(source)
    data += b"\0" * (-len(data) % 4)
    accessor = tables["accessors"][tables["meshes"][0]["primitives"][0]["attributes"]["POSITION"]]
    view = tables["bufferViews"][accessor["bufferView"]]
    newer = b"\xa1" + bytes(199)  # of a format version that meshoptimizer 0.22 does not decode
    view["extensions"] = {khr: {"buffer": 0, "byteOffset": len(data), "byteLength": len(newer), "byteStride": 12,
                                "count": view["byteLength"] // 12, "mode": "ATTRIBUTES"}}
    tables["extensionsUsed"].append(khr)
    write_glb("newer.vrm", tables, data + newer)
    expect(run("check", "newer.vrm")[1] == run("check", source)[1].replace(source, "newer.vrm"), "check of a fallback")
    record("newer.vrm", "-o", "newer-small.vrm", "--compress", "--keep", "vertices")
    code, out, _ = run("check", "newer-small.vrm")
    expect(code == 0 and "view-compression" not in out, "a view with both extensions", out)
    expect(khr not in json.dumps(gltf_of("newer-small.vrm")), "nothing is left of", khr)
    # A .gltf has no BIN chunk: it keeps its compressed views.
    record(source, "-o", "small.vrm", "--compress")
    tables = gltf_of("small.vrm")
    tables["buffers"][0]["uri"] = "data:application/octet-stream;base64," + base64.b64encode(
        bin_of("small.vrm")[:tables["buffers"][0]["byteLength"]]).decode()
    with open(os.path.join(WORK, "small.gltf"), "w", encoding="utf-8") as file:
        json.dump(tables, file)
    record("small.gltf", "-o", "still.gltf", "--compress")
    with open(os.path.join(WORK, "still.gltf"), encoding="utf-8") as file:
        expect("EXT_meshopt_compression" in json.load(file)["extensionsRequired"], "a .gltf is decompressed")


def check_existing():
    """Two files of a folder look like IN OUT: the second is not replaced unless that is asked for."""
    source = os.path.join(SAMPLES, "character-1.0.vrm")
    path = os.path.join(WORK, "other.vrm")
    with open(path, "wb") as file:
        file.write(b"precious")
    code, _, error = run("optimize", source, "other.vrm")
    expect(code == 1 and "already exists" in error, "exit", code, error)
    with open(path, "rb") as file:
        expect(file.read() == b"precious", "the second file was replaced")
    code, _, error = run("optimize", "--overwrite", source, "other.vrm")
    expect(code == 0 and os.path.getsize(path) > 1000, "exit", code, error)


def check_lossless(name):
    """OP-001, OP-008: without options, images keep their pixels, and nothing moves otherwise."""
    source = os.path.join(SAMPLES, name)
    found = record(source, "new.vrm")
    before, after = found["before"], found["after"]
    expect(after["bytes"] <= before["bytes"], name, "is not larger:", after["bytes"])
    for key in ("triangles", "draw_calls", "texture_bytes", "materials", "nodes", "morph_targets"):
        expect(after[key] == before[key], name, key, before[key], after[key])
    sums = [run("sim", "--hash", "--frames", "120", path)[1].split()[:5] for path in (source, "new.vrm")]
    expect(sums[0] == sums[1], name, "moves otherwise:", sums)
    code, out, _ = run("check", "new.vrm")
    expect(code == 0, name, "has errors:", out)


def check_sizes():
    """OP-008: textures are capped, and those of colours become JPEG where that is asked for."""
    if "png" not in features():
        print("skip: this build reads no PNG, so that no texture was capped")
        return
    record("large.vrm", "small.vrm", "--max-texture", "128")
    expect(all(width <= 128 and height <= 128 for _, width, height in images_of("small.vrm")),
           images_of("small.vrm"))
    expect({kind for kind, _, _ in images_of("small.vrm")} == {"PNG"}, "PNG stays PNG")
    if "jpeg" not in features():
        print("skip: this build writes no JPEG")
        return
    found = record("large.vrm", "jpeg.vrm", "--max-texture", "128", "--jpeg", "85")
    kinds = {kind for kind, _, _ in images_of("jpeg.vrm")}
    expect("JPEG" in kinds and "PNG" in kinds, "what has alpha or is data stays PNG:", kinds)
    expect(os.path.getsize(os.path.join(WORK, "jpeg.vrm")) <
           os.path.getsize(os.path.join(WORK, "small.vrm")), "JPEG is smaller")
    expect("images-capped" in codes(found), codes(found))


def check_webp():
    """OP-008: WebP is for those who ask, and the file says so."""
    if "webp" not in features():
        return
    record("large.vrm", "webp.vrm", "--max-texture", "128", "--webp", "80")
    gltf = gltf_of("webp.vrm")
    expect("EXT_texture_webp" in gltf.get("extensionsRequired", []), gltf.get("extensionsRequired"))
    expect(all("source" in texture.get("extensions", {}).get("EXT_texture_webp", texture)
               for texture in gltf["textures"]), gltf["textures"])
    expect("WEBP" in {kind.upper() for kind, _, _ in images_of("webp.vrm")}, images_of("webp.vrm"))
    code, _, error = run("info", "--strict", "webp.vrm")
    expect(code == 0, error)


def check_triangles():
    """OP-009: triangles are left out, and the rest of the avatar stays."""
    code, _, error = run("optimize", "large.vrm", "few.vrm", "--triangles", "20000")
    if "meshoptimizer" not in features():
        expect(code == 2 and "meshoptimizer" in error, "refused in words:", code, error)
        return
    found = record("large.vrm", "few.vrm", "--triangles", "20000")
    expect(found["before"]["triangles"] > 40000, found["before"])
    expect(found["after"]["triangles"] <= 22000, found["after"])
    expect(found["after"]["morph_targets"] == found["before"]["morph_targets"], "targets stay")
    sums = [run("sim", "--hash", "--frames", "60", path)[1].split()[:5]
            for path in ("large.vrm", "few.vrm")]
    expect(sums[0] == sums[1], "it moves otherwise:", sums)
    code, out, _ = run("check", "few.vrm")
    expect(code == 0, out)


def check_profile():
    """OP-012: a profile is aimed for, and what is not reached is said."""
    found = record("large.vrm", "aimed.vrm", "--profile", "unavi-good", exits=1)
    over = {limit["measure"] for limit in found["limits"] if limit["is_over"]}
    expect(all(("reason" in limit) == limit["is_over"] for limit in found["limits"]), found["limits"])
    expect(found["profile"] == "unavi-good" and "materials" in over and "meshes" in over, found["limits"])
    code, out, _ = run("optimize", "--overwrite", "large.vrm", "aimed.vrm", "--profile", "unavi-good")
    expect(code == 1 and "were not met" in out, "exit", code, out)
    if "meshoptimizer" in features():
        found = record("large.vrm", "aimed.vrm", "--profile", "vrchat-mobile-medium", exits=1)
        limits = {limit["measure"]: limit for limit in found["limits"]}
        expect(found["before"]["triangles"] > limits["triangles"]["limit"] >= found["after"]["triangles"],
               "further rounds reach the limit:", limits["triangles"])
    if "meshoptimizer" in features():
        code, out, _ = run("optimize", "--overwrite", "large.vrm", "aimed.vrm", "--profile", "cluster-vrm1")
        expect(code == 0 and "all limits of cluster-vrm1 are met" in out, out)
    check_unreached()


def check_unreached():
    """OP-012: limits that no stage works for, such as bones and springs, are named all the same."""
    sample = os.path.join(SAMPLES, "character-1.0.vrm")
    never = {"bones": "bones of skins", "springs": "springs", "spring_joints": "joints of springs",
             "colliders": "colliders", "expressions": "expressions", "constraints": "constraints",
             "skinned_meshes": "nodes with a skinned mesh"}
    with open(os.path.join(WORK, "own.json"), "w", encoding="utf-8") as file:
        limits = dict.fromkeys(never, 0) | {"skins": 1000}
        json.dump({"format": "vrm-profile/1", "name": "own", "limits": limits}, file)
    found = record(sample, "aimed.vrm", "--profile", "own.json", exits=1)
    over = {limit["measure"] for limit in found["limits"] if limit["is_over"]}
    expect(over == set(never) and len(found["limits"]) == len(never) + 1, found["limits"])
    code, out, _ = run("optimize", "--overwrite", sample, "aimed.vrm", "--profile", "own.json")
    said = out.partition("limits of own that were not met:\n")[2].splitlines()
    expect(code == 1 and len(said) == len(never), out)
    for words in never.values():
        expect(any(line.startswith(f"  {words}: ") and " allows 0 (" in line for line in said), words, said)


def check_usage():
    code, _, error = run("optimize", "large.vrm")
    expect(code == 2 and "output" in error, "an output is needed:", code, error)
    code, _, error = run("optimize", "nothing.vrm", "new.vrm")
    expect(code == 1 and error != "", "a file that is not there:", code)
    code, out, _ = run("optimize", "large.vrm", "kept.vrm", "--keep",
                       "unused,nodes,duplicates,targets,vertices,primitives,images")
    with open(os.path.join(WORK, "large.vrm"), "rb") as a, open(os.path.join(WORK, "kept.vrm"), "rb") as b:
        expect(code == 0 and a.read() == b.read(), "what is kept stays, byte for byte:", out)


def main():
    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(WORK)
    subprocess.run([MAKER, "vroid", "--light", "-o", os.path.join(WORK, "large.vrm")], check=True)
    for name in ("character-1.0.vrm", "character-1.0-beta.vrm", "character-1.0-draft.vrm",
                 "character-0.x.vrm"):
        check_lossless(name)
    if "meshoptimizer" in features():
        check_compression()
        check_shared_index_views()
        check_other_compression()
        check_verbs()
        check_quantization()
        check_hostile()
    check_existing()
    check_sizes()
    check_webp()
    check_triangles()
    check_profile()
    check_usage()
    for problem in problems:
        print(problem)
    print(f"vrm optimize: {len(problems)} problems")
    return 1 if problems else 0


sys.exit(main())
