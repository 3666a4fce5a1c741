#!/usr/bin/env python3
"""vrm motion: what it says of motions, and what an avatar does with them.

usage: check_motion_command.py VRM MAKER SAMPLES WORK

The motions are those of the maker, whose lengths, bones and faces are known.
"""
import json
import math
import os
import shutil
import struct
import subprocess
import sys

VRM, MAKER, SAMPLES, WORK = map(os.path.abspath, sys.argv[1:5])
problems = []


def expect(is_good, *said):
    if not is_good:
        problems.append(" ".join(map(str, said)))


def run(*words, code=0, stdin=None):
    done = subprocess.run([VRM, *words], cwd=WORK, capture_output=True, timeout=120, check=False, stdin=stdin)
    expect(done.returncode == code, words, "gave", done.returncode, done.stderr.decode())
    return done.stdout.decode(), done.stderr.decode()


def make(name, *words):
    subprocess.run([MAKER, "motion", *words, "-o", os.path.join(WORK, name)], check=True)
    return name


def turn_between(a, b):
    """Degrees between two rotations, whatever their signs."""
    apart = min(math.dist(a, b), math.dist(a, [-x for x in b]))
    return math.degrees(4 * math.asin(min(1.0, apart / 2)))


def check_info():
    """AN-001: what the file is, how long it is, and what it moves."""
    dance = make("dance.vrma", "--motion", "dance")
    text, _ = run("motion", "info", dance)
    for line in ("dance.vrma", "VRM animation (.vrma)", "8.000 s, 30 keys per second", "53 of 53 bones, 52 move",
                 "0.800 m above the ground at rest", "5 expressions, lookAt as a direction",
                 "loops: its end matches its start"):
        expect(line in text, "info has no line", repr(line), text)
    text, _ = run("motion", "info", "--lang", "ja", dance)
    expect("繰り返し再生できます" in text, text)
    out, _ = run("motion", "info", "--json", dance)
    motion = json.loads(out)["motion"]
    expect(motion["format"] == "vrma" and motion["duration"] == 8 and motion["keys_per_second"] == 30, motion)
    expect(motion["presets"] == ["happy", "aa", "oh", "blink"] and motion["customs"] == ["blush"], motion)
    expect(motion["look_at"] == "degrees" and motion["loops"] and motion["missing_bones"] == [], motion)
    expect(len(motion["bones"]) == 53 and len(motion["moving_bones"]) == 52, motion)


def check_parts():
    """A motion without some bones, and one that cannot be repeated."""
    make("part.vrma", "--motion", "walk", "--missing", "leftHand,rightToes")
    motion = json.loads(run("motion", "info", "--json", "part.vrma")[0])["motion"]
    expect(motion["missing_bones"] == ["rightToes", "leftHand"], motion["missing_bones"])
    text, _ = run("motion", "info", "part.vrma")
    expect("missing     leftHand, rightToes\n" in text, text)


def check_inputs():
    """Folders, standard input, several files, and files that are no motions."""
    os.makedirs(os.path.join(WORK, "folder", "below"))
    shutil.copy(os.path.join(WORK, "dance.vrma"), os.path.join(WORK, "folder", "below", "a.vrma"))
    shutil.copy(os.path.join(SAMPLES, "character-1.0.vrm"), os.path.join(WORK, "folder", "avatar.vrm"))
    out, _ = run("motion", "info", "--json", "folder")
    expect([json.loads(line)["file"] for line in out.splitlines()] == ["folder/below/a.vrma"], out)
    with open(os.path.join(WORK, "dance.vrma"), "rb") as stream:
        out, _ = run("motion", "info", "--json", "-", stdin=stream)
    expect(json.loads(out)["motion"]["duration"] == 8, out)
    with open(os.path.join(WORK, "plain.gltf"), "w", encoding="utf-8") as stream:
        stream.write('{"asset":{"version":"2.0"}}')
    out, said = run("motion", "info", "--json", "dance.vrma", "plain.gltf", "absent", code=1)
    records = [json.loads(line) for line in out.splitlines()]
    expect([r["result"] for r in records] == ["ok", "unsupported", "not-readable"], out)
    expect("[no-motion]" in said and "[file-unreadable]" in said, said)
    for words in (["motion"], ["motion", "info"], ["motion", "fly", "dance.vrma"], ["motion", "dump", "dance.vrma"]):
        run(*words, code=2)


def check_dump():
    """AN-005, AN-030: a frame of 1.0 and one of 0.x are the same motion, in the axes of their files."""
    frames = {}
    for dialect in ("1.0", "0.x"):
        avatar = os.path.join(SAMPLES, f"character-{dialect}.vrm")
        out, _ = run("motion", "dump", avatar, "dance.vrma", "--fps", "10", "--from", "1", "--to", "2")
        record = json.loads(out)
        frames[dialect] = record["frames"]
        expect(record["result"] == "ok" and record["duration"] == 8, record["result"])
        times = [frame["t"] for frame in record["frames"]]
        expect(len(times) == 11 and all(abs(t - 1 - i / 10) < 1e-9 for i, t in enumerate(times)), times)
    moved = 0
    for one, zero in zip(frames["1.0"], frames["0.x"]):
        for bone, (x, y, z, w) in one["N"].items():
            expect(turn_between((-x, y, -z, w), zero["N"][bone]) < 0.05, bone, one["t"])
            moved += turn_between((x, y, z, w), (0, 0, 0, 1)) > 5
        x, y, z = one["hips"]
        expect(math.dist((-x, y, -z), zero["hips"]) < 1e-5, "hips", one["hips"], zero["hips"])
        expect(abs(one["yaw"] - zero["yaw"]) < 1e-4 and abs(one["pitch"] - zero["pitch"]) < 1e-4, "eyes", one["t"])
        expect(abs(one["expr"]["happy"] - zero["expr"]["happy"]) < 1e-6, "happy", one["t"])
    expect(moved > 100, "hardly a bone moves:", moved)
    # Without --fps, a frame for each key.
    avatar = os.path.join(SAMPLES, "character-1.0.vrm")
    expect(len(json.loads(run("motion", "dump", avatar, "dance.vrma")[0])["frames"]) == 241, "keys")
    # Each frame of a file has its key, whatever its time is rounded to.
    with open(os.path.join(SAMPLES, "walk.bvh"), encoding="utf-8") as file:
        head, _, frames = file.read().partition("Frames:")
    rows = frames.strip().split("\n")[2:]
    for count, time in ((4007, 0.008333), (1000, 0.0333333), (501, 0.016667), (90, 0.04)):
        with open(os.path.join(WORK, "long.bvh"), "w", encoding="utf-8") as file:
            file.write(f"{head}Frames: {count}\nFrame Time: {time}\n")
            file.writelines(rows[i % len(rows)] + "\n" for i in range(count))
        dump = json.loads(run("motion", "dump", avatar, "long.bvh")[0])
        expect(len(dump["frames"]) == count, count, "frames are", len(dump["frames"]))
        expect(abs(dump["frames"][-1]["t"] - dump["duration"]) < 1e-9, "the last frame is at", dump["frames"][-1]["t"])
    out, _ = run("motion", "dump", "absent.vrm", "dance.vrma", code=1)
    expect(json.loads(out)["result"] == "not-readable" and json.loads(out)["file"] == "absent.vrm", out)
    out, _ = run("motion", "dump", avatar, "plain.gltf", code=1)
    expect(json.loads(out)["result"] == "unsupported", out)


def check_convert():
    """AN-060: a converted motion does the same, whatever format it had."""
    avatar = os.path.join(SAMPLES, "character-1.0.vrm")
    make("dance.bvh", "--motion", "dance", "--as", "bvh")
    # Joints between bones of the BVH file turn bones, which are sampled: at 30 keys a second, as it has.
    for source, changes in (("dance.vrma", []), ("dance.bvh", ["sampled"])):
        record = json.loads(run("motion", "convert", "--json", source, "converted.vrma")[0])
        expect(record["result"] == "ok" and record["changes"] == changes, record)
        expect(record["bytes"] == os.path.getsize(os.path.join(WORK, "converted.vrma")), record)
        a, b = (json.loads(run("motion", "dump", avatar, name, "--fps", "7")[0])["frames"]
                for name in (source, "converted.vrma"))
        expect(len(a) == len(b) > 50, len(a), len(b))
        worst = max(turn_between(x["N"][bone], y["N"][bone]) for x, y in zip(a, b) for bone in x["N"])
        expect(worst < 1e-3, source, "turns by", worst, "degrees")
        expect(max(math.dist(x["hips"], y["hips"]) for x, y in zip(a, b)) < 1e-5, source, "hips")
    # AN-067: fewer keys and fewer bytes, within the bound. Short rotations are off by 0.0035 degrees.
    keys = json.loads(run("motion", "convert", "--json", "dance.vrma", "all.vrma")[0])
    few = json.loads(run("motion", "convert", "--json", "--reduce", "0.1", "--small", "dance.vrma", "few.vrma")[0])
    expect(few["keys"] < 0.7 * keys["keys"] and few["bytes"] < 0.5 * keys["bytes"], keys, few)
    a, b = (json.loads(run("motion", "dump", avatar, name)[0])["frames"] for name in ("all.vrma", "few.vrma"))
    worst = max(turn_between(x["N"][bone], y["N"][bone]) for x, y in zip(a, b) for bone in x["N"])
    expect(0.001 < worst < 0.11, "reduced motion turns by", worst, "degrees")
    done = subprocess.run([VRM, "motion", "convert", "dance.bvh", "-"], cwd=WORK, capture_output=True, check=False)
    with open(os.path.join(WORK, "converted.vrma"), "rb") as stream:
        expect(done.stdout == stream.read(), "standard output has other bytes")
    text, _ = run("motion", "convert", "dance.bvh", "converted.vrma")
    expect(text.startswith("dance.bvh → converted.vrma  "), text)
    check_gap()
    run("motion", "convert", "absent.bvh", "x.vrma", code=1)
    run("motion", "convert", "dance.bvh", "dance.vrma/x.vrma", code=1)


def check_gap():
    """AN-065: what is sampled between two keys does not grow with the time between them."""
    keys = []
    for last in (500000, 4000000):
        with open(os.path.join(WORK, "gap.vmd"), "wb") as stream:
            stream.write(long_vmd(2, last))
        keys.append(json.loads(run("motion", "convert", "--json", "gap.vmd", "gap.vrma")[0])["keys"])
    expect(1000 < keys[0] and keys[1] < 1.5 * keys[0] < 400000, "keys of 5 hours, of 2 days:", keys)


def check_limits():
    """--timeout, --max-bytes and --max-memory hold for every verb, also while keys are removed."""
    avatar = os.path.join(SAMPLES, "character-1.0.vrm")
    with open(os.path.join(WORK, "long.vmd"), "wb") as stream:
        stream.write(long_vmd(2000))
    verbs = (("info", "long.vmd"), ("dump", avatar, "long.vmd", "--fps", "1000"), ("convert", "long.vmd", "late.vrma"))
    for verb in verbs:
        for option, result in (("--timeout=1ms", "timeout"), ("--max-bytes=1000", "limit"),
                               ("--max-memory=100000", "memory-limit")):
            out, said = run("motion", verb[0], "--json", option, *verb[1:], code=1)
            records = [json.loads(line) for line in out.splitlines()]
            codes = [entry["code"] for record in records for entry in record["diagnostics"]]
            expect(len(records) == 1 and any(code.startswith(result) for code in codes), verb, option, codes, said)
    begin = os.times()
    run("motion", "convert", "--timeout", "300ms", "--reduce", "0.1", "long.vmd", "late.vrma", code=1)
    spent = os.times().children_user - begin.children_user
    expect(spent < 2, "convert took", spent, "s of CPU with a timeout of 0.3 s")
    expect(not os.path.exists(os.path.join(WORK, "late.vrma")), "a motion that was given up was written")
    run("motion", "convert", WORK, "x.vrma", code=2)


def long_vmd(keys, last=4194000):
    """Legs that follow targets, with keys far apart and the steepest curves: each asks for many frames."""
    names = ("センター", "下半身", "左足ＩＫ", "右足ＩＫ", "左つま先ＩＫ", "右つま先ＩＫ")
    curves = bytes(127 if i % 16 in (0, 12) else 0 for i in range(64))
    rows = [name.encode("shift_jis").ljust(15, b"\0") + struct.pack(
        "<I7f", i * (last // keys), 5 * (-1) ** i, (-1) ** i, 0, 0, 0.7 * (-1) ** i, 0, 0.7) + curves
            for name in names for i in range(keys)]
    return (b"Vocaloid Motion Data 0002".ljust(30, b"\0") + b"someone".ljust(20, b"\0") +
            struct.pack("<I", len(rows)) + b"".join(rows) + bytes(20))


def edit(name, source, change):
    """Writes a copy of a motion of which the JSON, or the floats of the payload, are changed."""
    with open(os.path.join(WORK, source), "rb") as stream:
        data = stream.read()
    size = struct.unpack_from("<I", data, 12)[0]
    document, payload = json.loads(data[20:20 + size]), bytearray(data[28 + size:])
    change(document, payload)
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    with open(os.path.join(WORK, name), "wb") as stream:
        stream.write(struct.pack("<4sIII4s", b"glTF", 2, 28 + len(text) + len(payload), len(text), b"JSON"))
        stream.write(text + struct.pack("<I4s", len(payload), b"BIN\0") + payload)


def hips_values(document):
    """The accessor of the values that move the hips, and where they are."""
    hips = document["extensions"]["VRMC_vrm_animation"]["humanoid"]["humanBones"]["hips"]["node"]
    animation = document["animations"][0]
    channel = next(c for c in animation["channels"] if c["target"] == {"node": hips, "path": "translation"})
    accessor = document["accessors"][animation["samplers"][channel["sampler"]]["output"]]
    view = document["bufferViews"][accessor["bufferView"]]
    return accessor, view.get("byteOffset", 0) + accessor.get("byteOffset", 0)


def lift(centimetres, first=0):
    """Moves the hips up from a key on."""
    def change(document, payload):
        accessor, start = hips_values(document)
        for i in range(first, accessor["count"]):
            at = start + 12 * i + 4
            struct.pack_into("<f", payload, at, struct.unpack_from("<f", payload, at)[0] + centimetres / 100)
    return change


def check_check():
    """vrm check takes motions of all formats for what they are."""
    make("walk.bvh", "--motion", "walk", "--as", "bvh")
    make("walk.vrma", "--motion", "walk")
    out, _ = run("check", "dance.vrma", "walk.vrma", "walk.bvh")
    expect("no errors and no warnings in 3 files" in out or "3 files" in out, out)
    with open(os.path.join(WORK, "walk.bvh"), "rb") as stream:
        out, _ = run("check", "--json", "-", stdin=stream)
    expect(json.loads(out)["result"] == "ok", out)
    cases = {"lifted.vrma": (lift(20), "motion-feet-above", 20), "sunk.vrma": (lift(-10), "motion-feet-below", 10),
             "jump.vrma": (lift(4, 200), "motion-seam", None)}
    for name, (change, code, figure) in cases.items():
        edit(name, "dance.vrma", change)
        record = json.loads(run("check", "--json", name)[0])
        found = [d for d in record["diagnostics"] if d["code"] == code]
        expect([d["code"] for d in record["diagnostics"]] == [code], name, record["diagnostics"])
        if found and figure is not None:
            expect(abs(found[0]["arguments"][0]["value"] - figure) <= 1, name, found[0]["message"])
        if found and figure is None:
            expect([a["value"] for a in found[0]["arguments"]] == [0, 4], name, found[0]["message"])
    # Less than 6 % of the height of the hips is a matter of proportions.
    edit("near.vrma", "dance.vrma", lift(4))
    expect(json.loads(run("check", "--json", "near.vrma")[0])["diagnostics"] == [], "near.vrma")
    out, _ = run("check", "--sarif", "lifted.vrma")
    expect(json.loads(out)["runs"][0]["results"][0]["ruleId"] == "motion-feet-above", out)
    run("check", "--fail-on", "note", "lifted.vrma", code=1)
    # A model that does not move is no motion, and neither is anything else.
    out, _ = run("check", "--json", "plain.gltf", code=1)
    expect(json.loads(out)["result"] == "not-vrm", out)
    out, _ = run("check", "--json", "folder")
    expect(len(out.splitlines()) == 2, out)


def voice(text, *words, code=0):
    """What voice says of phonemes on standard input: its record, or None."""
    with open(os.path.join(WORK, "talk.txt"), "w", encoding="utf-8") as stream:
        stream.write(text)
    out, _ = run("motion", "voice", "--json", "--phonemes", "talk.txt", "-o", "talk.vrma", *words, code=code)
    return json.loads(out) if out else None


def weights_of(name):
    """The weights of each frame: a dictionary of lists."""
    out, _ = run("motion", "dump", os.path.join(SAMPLES, "character-1.0.vrm"), name, "--fps", "60")
    frames = json.loads(out)["frames"]
    return [{key: frame["expr"].get(key, 0) for key in ("aa", "ih", "ou", "ee", "oh")} for frame in frames]


def wav(samples, bits=16, channels=1, rate=16000, is_float=False):
    """The bytes of a .wav file; samples are from -1 to 1."""
    size = bits // 8
    one = [struct.pack("<f", x) if is_float else struct.pack("<i", int(x * 0x7fffffff))[4 - size:] for x in samples]
    data = b"".join(x * channels for x in one)
    body = b"WAVEfmt " + struct.pack("<IHHIIHH", 16, 3 if is_float else 1, channels, rate, rate * channels * size,
                                     channels * size, bits) + b"data" + struct.pack("<I", len(data)) + data
    return b"RIFF" + struct.pack("<I", len(body)) + body


def listen(data, *words, code=0):
    """What voice says of a sound: its record, or None."""
    with open(os.path.join(WORK, "talk.wav"), "wb") as stream:
        stream.write(data)
    out, _ = run("motion", "voice", "talk.wav", "--json", "-o", "talk.vrma", *words, code=code)
    return json.loads(out) if out else None


def check_sound():
    """LV-046: a sound becomes a motion of the mouth, in every form of samples; other files end it."""
    pulses = [math.exp(-(i % 133) / 30) * math.sin(i % 133 * 0.45) * 0.7 if i > 3200 else 0.0 for i in range(11200)]
    expect(listen(wav(pulses))["result"] == "ok", "16 bits")
    frames = weights_of("talk.vrma")
    expect(len(frames) in range(53, 57), len(frames))
    expect(sum(frames[3].values()) == 0 and sum(frames[30].values()) > 0.4, frames)
    expect(sum(frames[-1].values()) == 0, frames[-1])
    for form in ({"bits": 24}, {"bits": 32}, {"bits": 32, "is_float": True}, {"channels": 2}):
        expect(listen(wav(pulses, **form))["result"] == "ok", form)
        others = weights_of("talk.vrma")
        expect(max(abs(a[k] - b[k]) for a, b in zip(frames, others) for k in a) < 0.02, form)
    expect(listen(wav(pulses, rate=48000))["result"] == "ok", "another rate")
    expect(listen(wav(pulses), "--fps", "30")["keys"] > 10, "--fps")
    for data in (b"", b"RIFF", wav(pulses)[:30], wav(pulses, bits=8), wav(pulses, channels=3), wav(pulses, rate=4000)):
        expect(listen(data, code=1)["result"] == "sound-wrong", data[:40])
    expect(listen(wav([]))["result"] == "ok", "no samples")
    expect(listen(wav(pulses), "--max-bytes", "64", code=1)["result"] == "no-input", "--max-bytes")
    expect(listen(wav(pulses), "--max-memory", "64K", code=1)["result"] == "memory-limit", "--max-memory")
    run("motion", "voice", "talk.wav", "other.wav", "-o", "talk.vrma", code=2)


def check_voice():
    """LV-039: phonemes become a motion of the mouth, and what is wrong with them is said."""
    record = voice("alphabet arpabet\n0.1 M\n0.2 0.5 AA1\n0.5 0.6 M\n")
    expect(record["result"] == "ok" and record["changes"] == [] and record["keys"] > 40, record)
    motion = json.loads(run("motion", "info", "--json", "talk.vrma")[0])["motion"]
    expect(motion["presets"] == ["aa", "ih", "ou", "ee", "oh"] and motion["bones"] == [], motion)
    expect(0.7 <= motion["duration"] < 0.75 and abs(motion["keys_per_second"] - 60) < 0.01, motion)
    frames = weights_of("talk.vrma")
    expect(frames[21]["aa"] > 0.99 and sum(frames[9].values()) == 0 and sum(frames[33].values()) == 0, frames)
    steps = [abs(a[key] - b[key]) for a, b in zip(frames, frames[1:]) for key in a]
    expect(6 / 60 < max(steps) <= 12.001 / 60, max(steps))
    # Fewer frames, fewer keys, another alphabet than that of the file.
    expect(voice("0 a\n0.5 i", "--fps", "30")["keys"] < 0.6 * voice("0 a\n0.5 i")["keys"], "--fps")
    expect(voice("0 a\n" + "\n" * 200000, "--max-memory", "100K", code=1)["result"] == "memory-limit", "--max-memory")
    expect(voice("0 a\n0.5 i", "--reduce", "0.1")["keys"] < 0.6 * voice("0 a\n0.5 i")["keys"], "--reduce")
    voice("alphabet ipa\n0 21\n0.1 0.4 2", "--alphabet", "azure")
    expect(max(frame["aa"] for frame in weights_of("talk.vrma")) > 0.8, "--alphabet")
    # What is wrong.
    record = voice("0 a\n0.1 ?\n0.2 !")
    expect([d["code"] for d in record["diagnostics"]] == ["phonemes-unknown"], record)
    expect([a["value"] for a in record["diagnostics"][0]["arguments"]] == [2, "?"], record)
    record = voice("0 a\nhello\n", code=1)
    expect(record["result"] == "phonemes-wrong" and record["diagnostics"][0]["arguments"][0]["value"] == 2, record)
    expect(voice("999999 a", code=1)["result"] == "out-of-memory", "a speech of days")
    expect(voice("0 300 a", "--max-memory", "1M", code=1)["result"] == "memory-limit", "--max-memory")
    expect(voice("0 a\n" * 100, "--max-bytes", "64", code=1)["result"] == "no-input", "--max-bytes")
    expect(voice("")["result"] == "ok", "no phonemes")
    run("motion", "voice", "--phonemes", "absent.txt", "-o", "talk.vrma", code=1)
    # Sentences, and both ways of standard input and output.
    speech = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "live", "speech", "ja.txt")
    run("motion", "voice", "--phonemes", speech, "-o", "ja.vrma")
    expect(len(weights_of("ja.vrma")) > 500, "ja.vrma")
    with open(speech, "rb") as stream:
        done = subprocess.run([VRM, "motion", "voice", "--phonemes", "-", "-o", "-"], stdin=stream, capture_output=True,
                              timeout=120, check=True)
    with open(os.path.join(WORK, "ja.vrma"), "rb") as stream:
        expect(stream.read() == done.stdout, "standard output differs")


def main():
    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(WORK)
    check_info()
    check_parts()
    check_inputs()
    check_dump()
    check_check()
    check_convert()
    check_voice()
    check_sound()
    check_limits()
    for problem in problems:
        print(problem)
    print(f"{len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
