"""Recorded human speech with a phone for each 10 ms, from packages of Debian: for make-voice and compare-voices.

Nothing of it is in the tree. Sounds come from Debian 12, and the aligner from forky, each unpacked into one folder
(build/voices) without installing it. Clips of a reader are joined to about 20 seconds, and pocketsphinx aligns
them with the words. Words of other languages get the phones of espeak-ng, in the nearest phones of English.
"""
import concurrent.futures
import gzip
import importlib.util
import json
import pathlib
import re
import shutil
import subprocess
import sys

import debian_root

PROGRAMS = {"apt-get": "apt", "dpkg-deb": "dpkg", "cc": "gcc", "ffmpeg": "ffmpeg", "espeak-ng": "espeak-ng", "flite": "flite"}


def fail(text):
    sys.exit(f"{' '.join(sys.argv)}: {text}")


def need_packages():
    """Ends the tool if something is not installed, and names all of it."""
    missing = [package for program, package in PROGRAMS.items() if shutil.which(program) is None]
    if importlib.util.find_spec("numpy") is None:
        missing.append("python3-numpy")
    if missing:
        fail(f"{len(missing)} of the packages that it needs are not installed. Install them:\n"
             f"  apt-get install {' '.join(missing)}\nIf python3 is not Debian's: python3 -m pip install numpy")


need_packages()
import numpy  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[1]
PLACE = ROOT / "build" / "voices"
RATE = 16000
HOP = 160
GAP = RATE // 4
SOUNDS = ["asterisk-core-sounds-en", "asterisk-core-sounds-en-g722", "asterisk-core-sounds-fr",
          "asterisk-core-sounds-fr-g722", "asterisk-core-sounds-it", "asterisk-core-sounds-it-g722",
          "asterisk-core-sounds-ru", "asterisk-core-sounds-ru-g722", "pocketsphinx-testdata", "pocketsphinx-en-us",
          "tuxpaint-stamps-default"]

# Readers that train, readers that choose settings, and readers that judge. No reader is in two of them: the Spanish
# prompts of asterisk are in none, because the reader of the English ones reads them too. Voices of flite are synthetic.
TRAINING = ["tuxpaint-ro", "tuxpaint-fr", "tuxpaint-bg", "tuxpaint-ru", "tuxpaint-el", "asterisk-fr", "asterisk-ru",
            "flite-rms", "flite-slt", "flite-awb"]
TUNING = ["tuxpaint-es", "tuxpaint-ca", "asterisk-it"]
JUDGED = ["asterisk-en", "librivox", "tuxpaint-en", "sphinx"]
SECONDS = {"asterisk-en": 240}
DEFAULT_SECONDS = 110

# Five vowels, closed lips, other consonants, silence; -1: not counted (schwa, er, ends of diphthongs).
AA, IH, OU, EE, OH, CLOSED, OTHER, SILENCE = range(8)
VOWELS = {"AA": AA, "AY": AA, "AW": AA, "AE": EE, "EH": EE, "EY": EE, "IH": IH, "IY": IH, "AO": OH, "OW": OH,
          "OY": OH, "UH": OU, "UW": OU}
DIPHTHONGS = {"AY", "AW", "EY", "OW", "OY"}
UNCOUNTED = {"AH", "AX", "ER", "AXR", "IX"}

IPA = {"tʃ": "CH", "dʒ": "JH", "ts": "T S", "dz": "D Z", "tɕ": "CH", "dʑ": "JH", "ɲ": "N Y", "ʎ": "L Y", "ʃ": "SH",
       "ʒ": "ZH", "ɕ": "SH", "ʑ": "ZH", "ʂ": "SH", "ʐ": "ZH", "ɣ": "G", "β": "V", "ð": "DH", "θ": "TH", "ŋ": "NG",
       "x": "HH", "χ": "HH", "ç": "HH", "h": "HH", "ʁ": "HH", "ɾ": "D", "r": "R", "ɹ": "R", "ɫ": "L", "l": "L",
       "p": "P", "b": "B", "m": "M", "f": "F", "v": "V", "t": "T", "d": "D", "k": "K", "c": "K", "ɟ": "G", "g": "G",
       "ɡ": "G", "s": "S", "z": "Z", "n": "N", "w": "W", "ɥ": "W", "j": "Y", "a": "AA", "ɐ": "AH", "ɑ": "AA", "æ": "AE",
       "ʌ": "AH", "e": "EH", "ɛ": "EH", "ə": "AH", "ɜ": "ER", "i": "IY", "ɪ": "IH", "ɨ": "AH", "y": "ER", "ʏ": "ER",
       "ø": "ER", "œ": "ER", "o": "AO", "ɔ": "AO", "u": "UW", "ʊ": "UH", "ɯ": "UW"}


def run(*command, **options):
    return subprocess.run([str(c) for c in command], check=True, capture_output=True, **options)


def unpack(files, folder):
    for file in files:
        run("dpkg-deb", "-x", file, folder)


def fetch():
    """Downloads and unpacks what is missing."""
    if not (PLACE / "sounds").exists():
        debs = PLACE / "debs"
        debs.mkdir(parents=True, exist_ok=True)
        try:
            run("apt-get", "download", *SOUNDS, cwd=debs)
        except subprocess.CalledProcessError as error:
            fail(f"cannot download packages of sounds: {error.stderr.decode().strip()}")
        unpack(debs.glob("*.deb"), PLACE / "new")
        (PLACE / "new").rename(PLACE / "sounds")
    if not (PLACE / "aligner").exists():
        try:  # pocketsphinx 5: that of Debian 12 cannot align phones
            debian_root.unpack(["pocketsphinx"], ["forky"], PLACE / "aligner")
        except debian_root.Missing as missing:
            fail(str(missing))


# --- Clips: sounds with their text ---

def read_sound(file, *form):
    data = run("ffmpeg", "-v", "error", *form, "-i", file, "-ac", 1, "-ar", RATE, "-f", "f32le", "-").stdout
    return numpy.frombuffer(data, dtype="<f4")


def tuxpaint_clips(language):
    stamps = PLACE / "sounds" / "usr/share/tuxpaint/stamps"
    ending = "_desc.ogg" if language == "en" else f"_desc_{language}.ogg"
    for file in sorted(stamps.rglob("*" + ending)):
        text = file.with_name(file.name[:-len(ending)] + ".txt")
        if not text.exists():
            continue
        lines = text.read_text(errors="replace").splitlines()
        line = lines[0] if language == "en" else next((x for x in lines if x.startswith(f"{language}.utf8=")), "")
        line = line.split("=", 1)[-1] if language != "en" else line
        if line:
            yield file, (), line


def asterisk_clips(language):
    sounds = PLACE / "sounds" / "usr/share"
    folder = next((sounds / "asterisk/sounds").glob(f"{language}_*"))
    texts = gzip.decompress((sounds / f"doc/asterisk-core-sounds-{language}/core-sounds-{language}.txt.gz").read_bytes())
    for line in texts.decode(errors="replace").splitlines():
        name, _, text = line.partition(":")
        file = folder / f"{name}.g722"
        if len(text) >= 25 and not re.search(r"[\[\]<>0-9;*]", text) and file.exists():
            yield file, ("-f", "g722"), text


def sphinx_clips(folder):
    data = PLACE / "sounds" / "usr/share/pocketsphinx/test/data"
    if folder == "librivox":
        lines = (data / "librivox/transcription").read_text().splitlines()
    else:
        lines = (data / "cards/cards.transcription").read_text().splitlines()
        yield data / "goforward.raw", ("-f", "s16le", "-ar", RATE), "go forward ten meters"
        yield data / "something.raw", ("-f", "s16le", "-ar", RATE), "go somewhere and do something"
    for line in lines:
        text, _, name = re.sub(r"</?s>", "", line).rpartition("(")
        yield data / folder / f"{name.strip(') ')}.wav", (), text


def clips(reader):
    kind, _, language = reader.partition("-")
    if kind == "tuxpaint":
        return tuxpaint_clips(language)
    return asterisk_clips(language) if kind == "asterisk" else sphinx_clips("librivox" if kind == "librivox" else "cards")


# --- Words and phones ---

def phones_of(word):
    phones, at = [], 0
    while at < len(word):
        size = 2 if word[at:at + 2] in IPA else 1
        phones += IPA.get(word[at:at + size], "").split()
        at += size
    return phones


def words_of(text, language, dictionary, made):
    """The words of a text, as the aligner takes them; None: one of them has no phones."""
    if language == "en":
        words = re.findall(r"[a-z']+", text.lower())
        return words if words and all(w in dictionary for w in words) else None
    spoken = run("espeak-ng", "-q", "-v", language, "--ipa", text).stdout.decode()
    words = []
    for word in re.sub(r"\(.*?\)", "", spoken).split():
        phones = " ".join(phones_of(word))
        if phones:
            words.append(made.setdefault(phones, f"w{len(made)}"))
    return words or None


def read_dictionary():
    file = PLACE / "sounds" / "usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict"
    return {line.split(" ", 1)[0] for line in file.read_text().splitlines()}


def collect(reader):
    """Pieces of about 20 seconds: samples, and words."""
    language = reader.split("-")[1] if "-" in reader else "en"
    dictionary, made = read_dictionary(), {}
    most = SECONDS.get(reader, DEFAULT_SECONDS) * RATE
    found = list(clips(reader))
    step = max(1, len(found) // 120)
    pieces, samples, words, total = [], [numpy.zeros(GAP, "f4")], [], 0
    for file, form, text in found[::step]:
        said = words_of(text, language, dictionary, made)
        if said is None or total >= most:
            continue
        sound = read_sound(file, *form)
        if not 0.3 * RATE <= len(sound) <= 15 * RATE:
            continue
        sound = sound * (0.3 / max(0.02, float(numpy.abs(sound).max())))
        samples += [sound, numpy.zeros(GAP, "f4")]
        words += said
        total += len(sound)
        if sum(map(len, samples)) > 20 * RATE:
            pieces.append((numpy.concatenate(samples), words))
            samples, words = [numpy.zeros(GAP, "f4")], []
    if words:
        pieces.append((numpy.concatenate(samples), words))
    return pieces, made


def align(reader, index, samples, words, made):
    """Phones of a piece: begin, end, name, index of the word. None: the aligner does not find the words."""
    wav = PLACE / "work" / f"{reader}-{index}.wav"
    run("ffmpeg", "-v", "error", "-y", "-f", "f32le", "-ar", RATE, "-ac", 1, "-i", "-", wav,
        input=(samples + 1e-4 * numpy.random.default_rng(1).standard_normal(len(samples)).astype("f4")).tobytes())
    aligner, model = PLACE / "aligner", PLACE / "sounds" / "usr/share/pocketsphinx/model/en-us"
    libraries = next((aligner / "usr/lib").glob("*-linux-gnu*"))
    dictionary = model / "cmudict-en-us.dict"
    if made:
        dictionary = PLACE / "work" / f"{reader}.dict"
    answer = subprocess.run([str(x) for x in (
        next(libraries.glob("ld-linux*.so*")), "--library-path", libraries, aligner / "usr/bin/pocketsphinx", "-hmm",
        model / "en-us", "-dict", dictionary, "-beam", "1e-80", "-wbeam", "1e-60", "-phone_align", "yes", "align", wav,
        " ".join(words))], capture_output=True, check=False)
    try:
        found = json.loads(answer.stdout)
    except ValueError:
        return None
    return [(p["b"], p["b"] + p["d"], p["t"], number)
            for number, word in enumerate(found["w"]) for p in word.get("w", ())]


def label_frames(phones, count):
    """The class of each 10 ms, and the number of its phone; a frame belongs to the phone in its middle."""
    classes, owners = numpy.full(count, -1), numpy.full(count, -1)
    for number, (begin, end, name, _) in enumerate(phones):
        first, last = int(round(begin * 100)), min(count, int(round(end * 100)))
        owners[first:last] = number
        middle = (first + last + 1) // 2 if name in DIPHTHONGS else last
        kind = VOWELS.get(name, -1 if name in UNCOUNTED else CLOSED if name in ("P", "B", "M") else
                          SILENCE if name in ("SIL", "<sil>", "+SPN+", "+NSN+") else OTHER)
        classes[first:middle] = kind
    return classes, owners


def flite_pieces(voice):
    texts = [line[2:] for line in (ROOT / "test/live/speech/en.txt").read_text().splitlines()[2:] if line.startswith("# ")]
    texts += ["She had your dark suit in greasy wash water all year.", "Do not ask me to carry an oily rag like that.",
              "We saw the old boat go slowly out to the open ocean.", "The food was good, but too few people could eat it soon.",
              "Each evening he reads easy pieces by the sea.", "Father calls often from the long hall to talk of art and war."]
    wav = PLACE / "work" / f"flite-{voice}.wav"
    for text in texts:
        answer = run("flite", "-voice", voice, "-psdur", "-t", text, "-o", wav).stdout.decode()
        pairs = [(name.upper(), float(end)) for name, end in re.findall(r"(\w+):([0-9.]+)", answer)]
        phones, begin = [], 0.0
        for name, end in pairs:
            phones.append((begin, end, "SIL" if name == "PAU" else name, len(phones)))
            begin = end
        yield read_sound(wav), phones


def load(reader):
    """Pieces of a reader: samples, classes by frame, phones and owners of frames. Kept in the folder."""
    kept = PLACE / "labels" / f"{reader}.npz"
    (PLACE / "work").mkdir(parents=True, exist_ok=True)
    kept.parent.mkdir(exist_ok=True)
    if not kept.exists():
        pieces = list(flite_pieces(reader[6:])) if reader.startswith("flite-") else aligned(reader)
        numpy.savez(kept, count=len(pieces), **{f"s{i}": p[0] for i, p in enumerate(pieces)},
                    **{f"p{i}": json.dumps(p[1]) for i, p in enumerate(pieces)})
    data = numpy.load(kept)
    for i in range(int(data["count"])):
        samples, phones = data[f"s{i}"], json.loads(str(data[f"p{i}"]))
        yield (samples, *label_frames(phones, len(samples) // HOP), phones)


def aligned(reader):
    pieces, made = collect(reader)
    if made:
        (PLACE / "work" / f"{reader}.dict").write_text("".join(f"{w} {p}\n" for p, w in made.items()))
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        phones = list(pool.map(lambda k: align(reader, k, *pieces[k], made), range(len(pieces))))
    good = [(piece[0], found) for piece, found in zip(pieces, phones) if found]
    print(f"{reader}: {len(good)} of {len(pieces)} pieces aligned, {sum(len(s) for s, _ in good) / RATE:.0f} s", flush=True)
    return good
