#!/usr/bin/env python3
"""Plays with `vrm view` as a person would, and looks at what it shows.

usage: check_view.py VRM PROGRAMS SAMPLES FOLDER [NAME…]

VRM is the tool, PROGRAMS the folder of the programs that drop files and await frames, SAMPLES the
folder of sample avatars, FOLDER where pictures go. Each check has a window of its own, with real key and mouse events; one that
fails leaves the picture that it looked at in FOLDER. Where Xvfb, xdotool or xwd are missing, all is
skipped.
"""
import concurrent.futures
import json
import os
import queue
import re
import shutil
import socket
import struct
import subprocess
import sys
import time
import traceback

from screen import Screen, Window, read_png

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../tool"))
from vmc_messages import bone, message

SIZE = (480, 360)
HANDS = 3
BAR = 23  # pixels of the menu bar, which is above the scene

# Colours of the character: her coat, her hair, the irises of her eyes.
COAT = lambda r, g, b: r > 220 and 150 < g < 220 and b < 110
HAIR = lambda r, g, b: b > 150 and 60 < r < 150 and g < 150 and b - r > 40
IRIS = lambda r, g, b: r < 60 and 90 < g < 200 and b > 110
# Panels of text are dark, whatever is behind them.
DARK = lambda r, g, b: r < 90 and g < 90 and b < 100

HAIR_BOX = (0.0, 0.0, 1.0, 0.45)   # of the whole avatar
BODY_BOX = (0.0, 0.5, 1.0, 0.85)
FACE_BOX = (0.3, 0.3, 0.7, 0.8)    # of the view of the face
SCENE_BOX = (0.0, 0.0, 1.0, 0.85)  # all above the words that come and go at the bottom


class Stage:
    """What a check plays with."""

    def __init__(self, screen, vrm, programs, samples, folder):
        self.screen, self.vrm = screen, vrm
        self.drop_program = os.path.join(programs, "vrm-drop-file")
        self.await_frames = os.path.join(programs, "vrm-await-frames")
        self.samples, self.folder = samples, folder
        self.window, self.last = None, None

    def sample(self, name="character-1.0.vrm"):
        return os.path.join(self.samples, name)

    def edited_sample(self, edit, name="edited.vrm"):
        """A copy of the sample whose JSON a function has changed."""
        path = os.path.join(self.folder, name)
        write_edited(self.sample(), path, edit)
        return path

    def open(self, *files, size=SIZE):
        return self.open_command("view", "--size", "%dx%d" % size, *files, has_avatar=bool(files))

    def open_command(self, *words, has_avatar=True):
        self.window = Window(self.screen, [self.vrm, *words], self.folder, self.await_frames)
        self.seen(self.window.wait("the avatar" if has_avatar else "the window",
                                   lambda: self.first(has_avatar)))
        return self.window

    def printed(self, name):
        """What the program has printed: "output.txt" or "errors.txt"."""
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            return file.read()

    def port(self):
        """The port on the loopback address on which the viewer listens."""
        found = re.fullmatch(r"listening on 127\.0\.0\.1, port (\d+); Ctrl\+C ends\n", self.printed("errors.txt"))
        expect(found is not None, f"it listens: {self.printed('errors.txt')!r}")
        return int(found[1])

    def first(self, has_avatar):
        picture = self.window.picture()
        return picture if not has_avatar or picture.count(COAT) > 300 else None

    def open_still(self, *files):
        """Without idle life, looking straight ahead, what words there are aside."""
        window = self.open(*files or [self.sample()])
        window.key("i", "g", "g")
        return window, self.seen(window.still(1.0, SCENE_BOX))

    def seen(self, picture):
        self.last = picture
        return picture

    def drop(self, path):
        return subprocess.run([self.drop_program, self.window.id, "file://" + path + "\r\n"],
                              env=self.screen.environment).returncode

    def still(self):
        """A picture without motion."""
        return self.seen(self.window.still(1.0, SCENE_BOX))


def write_edited(source, path, edit):
    """The file is written beside and then renamed, as good exporters do."""
    data = open(source, "rb").read()
    length, = struct.unpack("<I", data[12:16])
    document = json.loads(data[20:20 + length])
    edit(document)
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    rest = data[20 + length:]
    with open(path + ".part", "wb") as file:
        file.write(struct.pack("<4sII", b"glTF", 2, 20 + len(text) + len(rest)))
        file.write(struct.pack("<I4s", len(text), b"JSON") + text + rest)
    os.replace(path + ".part", path)


def expect(is_so, what):
    if not is_so:
        raise AssertionError(what)


def expect_same(a, b, most, what, box=SCENE_BOX):
    count = a.difference(b, box)
    expect(count <= most, f"{what}: {count} pixels differ, at most {most} may")


def expect_other(a, b, least, what, box=SCENE_BOX):
    count = a.difference(b, box)
    expect(count >= least, f"{what}: {count} pixels differ, at least {least} should")


def step(window, count):
    """So many frames on, whatever the machine's speed."""
    for _ in range(count):
        window.key("period")


# --- The avatar is there ---

def avatar_is_there_and_stands_in_the_middle(stage):
    _, picture = stage.open_still()
    left, top, right, bottom = picture.extent(COAT)
    coat, hair = picture.middle(COAT), picture.middle(HAIR)
    expect(picture.count(COAT) > 2000, "there is a coat")
    expect(picture.count(HAIR) > 500, "there is hair")
    expect(hair[1] < coat[1], "hair is above the coat")
    expect(abs((left + right) / 2 - SIZE[0] / 2) < 10, "she stands in the middle")
    # The lowest yellow is the band of her boots.
    expect(top > 10 and bottom < 0.9 * SIZE[1], f"all of her is to be seen: {top} to {bottom}")
    expect("Ame" in stage.window.title(), f"the title names her: {stage.window.title()}")


def avatar_lives_until_it_is_paused(stage):
    window = stage.open(stage.sample())
    window.key("v")
    before = window.picture()
    for _ in range(3):  # breath, blinks and small turns: she never stands quite still
        before = stage.seen(window.changed(before, least=10))
    window.key("space")
    paused = stage.still()
    window.key("space")
    stage.seen(window.changed(paused, least=10, box=FACE_BOX))


def one_frame_at_a_time(stage):
    window = stage.open(stage.sample())
    window.key("w", "w", "space")
    paused = stage.still()
    step(window, 6)
    after = stage.still()
    expect_other(paused, after, 20, "six frames in the wind move hair", HAIR_BOX)


# --- Expressions ---

def expression_comes_and_goes(stage):
    window, _ = stage.open_still()
    window.key("v")
    neutral = stage.still()
    window.key("1")
    happy = stage.still()
    expect_other(neutral, happy, 500, "happy is another face", FACE_BOX)
    expect_same(neutral, happy, 6, "happy moves the face alone", (0.0, 0.0, 1.0, 0.2))
    expect(happy.count(IRIS, FACE_BOX) < 0.2 * neutral.count(IRIS, FACE_BOX),
           "her eyes are closed when she smiles")
    window.key("3")
    sad = stage.still()
    expect_other(happy, sad, 500, "sad is another face than happy", FACE_BOX)
    window.key("3")
    expect_same(neutral, stage.still(), 6, "the expression is gone")


def all_expressions_one_by_one(stage):
    window, _ = stage.open_still()
    window.key("v")
    neutral = stage.still()
    window.key("Next")
    first = stage.still()
    window.key("Next")
    second = stage.still()
    expect_other(neutral, first, 200, "the first expression", FACE_BOX)
    expect_other(first, second, 200, "the second expression", FACE_BOX)
    window.key("Prior", "Prior")
    expect_same(neutral, stage.still(), 6, "and back to none")


# --- Gaze ---

def avatar_looks_at_the_cursor(stage):
    window = stage.open(stage.sample())
    window.key("i", "v")  # no idle life; the cursor is in the middle
    ahead = stage.still().middle(IRIS, FACE_BOX)
    window.point(0.02, 0.5)
    left = stage.still().middle(IRIS, FACE_BOX)
    window.point(0.98, 0.5)
    right = stage.still().middle(IRIS, FACE_BOX)
    expect(left[0] < ahead[0] - 5, f"her eyes follow to the left: {left} from {ahead}")
    expect(right[0] > ahead[0] + 5, f"and to the right: {right} from {ahead}")
    window.key("g", "g")
    straight = stage.still().middle(IRIS, FACE_BOX)
    expect(abs(straight[0] - ahead[0]) < 5, f"straight ahead: {straight}")


# --- Hair ---

def hair_follows_when_she_is_dragged(stage):
    window, rest = stage.open_still()
    window.key("space")
    window.point(0.5, 0.6)
    window.drag(3, [(24, 0)] * 3)
    step(window, 4)
    swaying = stage.still()
    window.key("space")
    settled = stage.still()
    expect_other(swaying, settled, 150, "her hair comes after her", HAIR_BOX)
    expect_same(swaying, settled, 20, "the rest of her is there already", BODY_BOX)
    window.point(0.5, 0.6)
    window.drag(3, [(-24, 0)] * 3)
    back = stage.still()
    expect_same(rest, back, 60, "she is back, and her hair hangs as it did")


def she_stays_where_she_was_dragged(stage):
    window, rest = stage.open_still()
    window.point(0.5, 0.6)
    window.drag(3, [(30, 0)] * 3)
    moved = stage.still()
    before, after = rest.middle(COAT), moved.middle(COAT)
    expect(abs(after[0] - before[0] - 90) < 4, f"she is under the hand: {before}, {after}")
    expect(abs(after[1] - before[1]) < 2, "and at the same height")
    window.key("r")
    expect_same(rest, stage.still(), 60, "back in the middle")


def teleport_spares_the_hair_and_a_jump_does_not(stage):
    window, rest = stage.open_still()

    def sway_after(key):
        """Her place a few frames later, and once all is at rest."""
        window.key("space", key)
        step(window, 4)
        early = stage.still()
        window.key("space")
        return early, stage.still()

    early, late = sway_after("t")
    expect(late.middle(COAT)[0] > rest.middle(COAT)[0] + 20, "she is elsewhere")
    expect_same(early, late, 20, "her hair did not notice")
    early, late = sway_after("shift+t")
    expect_other(early, late, 150, "when she is moved at once, it flies", HAIR_BOX)
    expect_same(rest, late, 60, "and she is back")


def wind_blows_hair(stage):
    window, rest = stage.open_still()
    window.key("w", "w")
    time.sleep(1.0)
    window.frames(12)
    window.key("space")
    blown = stage.still()
    expect_other(rest, blown, 200, "the wind takes her hair", HAIR_BOX)
    expect_same(rest, blown, 20, "and not her boots", (0.0, 0.75, 1.0, 0.85))
    window.key("w", "space")
    expect_same(rest, stage.still(), 60, "the wind is gone")


# --- The camera ---

def view_turns_all_the_way_round(stage):
    window, front = stage.open_still()
    window.point(0.1, 0.5)
    window.drag(1, [(75, 0)] * 3)  # 225 pixels: a quarter
    side = stage.still()
    window.drag(1, [(-75, 0)] * 3)
    expect_same(front, stage.still(), 60, "and back")
    for _ in range(4):
        window.point(0.1, 0.5)
        window.drag(1, [(75, 0)] * 3)
    expect_same(front, stage.still(), 60, "four quarters are all the way round")
    width = lambda picture: picture.extent(COAT)[2] - picture.extent(COAT)[0]
    expect(width(side) < 0.8 * width(front), "from the side she is narrower")


def wheel_zooms(stage):
    window, before = stage.open_still()
    window.do("click", 4, "click", 4, "click", 4)
    near = stage.still()
    window.do("click", 5, "click", 5, "click", 5)
    expect_same(before, stage.still(), 60, "three notches there and back")
    wide = lambda picture: picture.extent(COAT)[2] - picture.extent(COAT)[0]
    expect(1.35 < wide(near) / wide(before) < 1.6, "three notches: 1 / 0.88³ times as large")


def middle_button_pans(stage):
    window, before = stage.open_still()
    window.point(0.5, 0.5)
    window.drag(2, [(20, 10)] * 3)
    a, b = before.middle(COAT), stage.still().middle(COAT)
    expect(abs(b[0] - a[0] - 60) < 4 and abs(b[1] - a[1] - 30) < 4, f"from {a} to {b}")


def window_changes_its_size(stage):
    window, _ = stage.open_still()
    window.do("windowsize", window.id, 640, 480)
    window.key("f")
    picture = stage.still()
    left, _, right, _ = picture.extent(COAT)
    expect((picture.width, picture.height) == (640, 480), "the window is larger")
    expect(abs((left + right) / 2 - 320) < 12, "she stands in the middle of it")


# --- What is shown ---

def first_person_hides_the_head(stage):
    window, third = stage.open_still()
    window.key("p")
    first = stage.still()
    expect(first.count(HAIR) < 0.1 * third.count(HAIR), "she does not see her own hair")
    expect(first.count(COAT) > 200, "but she sees her sleeves")
    window.key("p")
    expect_same(third, stage.still(), 6, "third person again")


def overlays_come_and_go(stage):
    window, plain = stage.open_still()
    magenta = lambda r, g, b: r > 180 and b > 160 and g < 130
    red = lambda r, g, b: r > 225 and g < 120 and b < 120
    blue = lambda r, g, b: b > 200 and 90 < g < 190 and r < 90
    for key, color, name in (("c", magenta, "colliders"), ("b", red, "bones"),
                             ("j", blue, "spring joints")):
        window.key(key)
        shown = stage.still()
        least = plain.count(color) + 40
        expect(shown.count(color) >= least, f"{name}: {shown.count(color)}, at least {least}")
        window.key(key)
        expect_same(plain, stage.still(), 6, f"without {name}")


def outlines_and_light(stage):
    window, plain = stage.open_still()
    window.key("o")
    without = stage.still()
    expect_other(plain, without, 200, "without outlines")
    window.key("o")
    expect_same(plain, stage.still(), 6, "with them again")
    for _ in range(4):
        window.key("l")
    expect_other(plain, stage.still(), 400, "lit from behind")


def help_shows_the_keys(stage):
    window, plain = stage.open_still()
    box = (0.02, 0.05, 0.4, 0.6)
    window.key("h")
    shown = stage.seen(window.changed(plain, least=2000, box=box))
    share = shown.count(DARK, box) / shown.size_of(box)
    expect(share > 0.5, f"a dark panel: {share:.2f}")
    window.key("h")
    expect_same(plain, stage.still(), 6, "and it is gone")


# --- Menus and panels ---

# In pixels of the window: the font has the same height on every machine.
def click(window, x, y):
    left, top, _, _ = window.place()
    window.do("mousemove", left + x, top + y)
    window.frames(2)  # what is under the cursor is known a frame later
    window.do("click", 1)
    window.frames(3)


RED = lambda r, g, b: r > 225 and g < 120 and b < 120
# The panel of a window of this size is as wide as half of it; the scene is what is left.
SCENE = (0.0, 0.08, 0.49, 0.85)
MARK = lambda r, g, b: r > 200 and 60 < g < 215 and b < 90


def menus_open_and_do_what_they_say(stage):
    window, plain = stage.open_still()
    click(window, 66, 11)
    opened = stage.seen(window.picture())
    box = (0.13, 0.08, 0.4, 0.5)
    share = opened.count(DARK, box) / opened.size_of(box)
    expect(share > 0.5, f"the menu View is open: {share:.2f}")
    click(window, 90, 130)  # Bones
    window.point(0.5, 0.5)
    bones = stage.still()
    expect(bones.count(RED) > plain.count(RED) + 40, "bones are shown")
    click(window, 66, 11)
    click(window, 90, 130)
    window.point(0.5, 0.5)
    expect_same(plain, stage.still(), 6, "and not any more")


def slider_moves_an_expression(stage):
    window, _ = stage.open_still()
    window.key("e", "v")
    before = stage.still()
    box = (0.05, 0.45, 0.45, 0.64)
    eyes = before.count(IRIS, box)
    expect(eyes > 100, f"her eyes are open: {eyes}")
    click(window, 350, 137)  # the right end of the first slider, happy
    after = stage.still()
    expect(after.count(IRIS, box) < 0.2 * eyes, "the slider closes her eyes, for she smiles")
    click(window, 270, 108)  # All to 0
    again = stage.still()
    expect(again.count(IRIS, box) > 0.9 * eyes, "her eyes are open again")


def diagnostics_are_shown_and_marked(stage):
    def break_spring(document):
        joint = document["extensions"]["VRMC_springBone"]["springs"][0]["joints"][0]
        joint["dragForce"] = 7

    window, _ = stage.open_still(stage.edited_sample(break_spring))
    window.key("n")
    before = stage.still()
    click(window, 350, 130)  # the sentence below "warning field-range"
    window.point(0.1, 0.5)
    marked = stage.seen(window.changed(before, least=20, box=SCENE))
    found = marked.count(MARK, (0.0, 0.08, 0.49, 0.4)) - before.count(MARK, (0.0, 0.08, 0.49, 0.4))
    expect(found > 20, f"the chain of hair is marked: {found} pixels")
    click(window, 350, 130)
    window.point(0.1, 0.5)
    expect_same(before, stage.still(), 6, "another click takes the mark away", SCENE)


def diagnostics_of_a_check_are_shown(stage):
    """The page has what `vrm check` finds, and not only what a load finds (docs/guides/viewer.md)."""
    def bend(document):
        bones = document["extensions"]["VRMC_vrm"]["humanoid"]["humanBones"]
        document["nodes"][bones["leftUpperArm"]["node"]]["rotation"] = [0.0, 0.0, -0.5, 0.8660254]

    panel = (0.5, 0.1, 1.0, 1.0)
    window, before = stage.open_still(stage.edited_sample(bend))
    expect(before.count(RED, panel) == 0, "no word is red")
    window.key("n")
    expect(stage.still().count(RED, panel) > 20, "an arm that hangs is an error of 1.0, which a load accepts")


def chain_under_the_cursor_is_chosen(stage):
    window, plain = stage.open_still()
    window.key("space")
    hair = (0.3, 0.1, 0.7, 0.5)
    click(window, 224, 99)  # the hair beside her face
    window.frames(2)
    chosen = stage.seen(window.picture())
    marked = chosen.count(MARK, hair) - plain.count(MARK, hair)
    expect(marked > 20, f"the chain is marked: {marked} pixels")
    click(window, 40, 200)  # nothing is there
    expect_same(plain, stage.still(), 6, "a click beside her takes the mark away")


def settings_of_a_spring_change_how_it_hangs(stage):
    window, _ = stage.open_still()
    window.key("k")
    before = stage.still()
    box = (0.0, 0.08, 0.49, 0.6)
    click(window, 300, 188)  # a tail of her hair, by its name
    click(window, 254, 321)  # the left end of the slider of its stiffness
    click(window, 300, 188)  # what is marked never stands still
    after = stage.still()
    expect_other(before, after, 20, "without stiffness the hair hangs in another way", box)
    window.key("F5")
    again = stage.still()
    expect_same(after, again, 20, "the settings stay when the file is loaded again", box)


def names_in_any_script(stage):
    names = ["びっくり", "한국어", "مرحبا", "très_fâché", "ジト目😑", "\ue000\ue001\ue002\ue003"]

    def rename(document):
        expressions = document["extensions"]["VRMC_vrm"]["expressions"]
        happy = expressions["preset"]["happy"]
        expressions["preset"], expressions["custom"] = {}, dict.fromkeys(names, happy)

    window = stage.open(stage.edited_sample(rename))
    window.key("e", "space")
    window.point(0.1, 0.9)
    picture = stage.still()
    line = lambda i: (364 / SIZE[0], (127 + 29 * i) / SIZE[1], 0.95, (147 + 29 * i) / SIZE[1])
    light = lambda r, g, b: r > 140 and g > 140 and b > 140
    rows = [[row for _, _, row in picture.rows(line(i))] for i in range(len(names))]
    for i, name in enumerate(names):
        expect(picture.count(light, line(i)) > 25, f"{name!r} is there")
        for k in range(i):
            expect(rows[i] != rows[k], f"{name!r} and {names[k]!r} look different, and not like boxes")


def menus_are_in_japanese(stage):
    """In the font of the system for Japanese; without one, in English, with a sentence."""
    bar = (0.0, 0.0, 1.0, BAR / SIZE[1])
    light = lambda r, g, b: r > 140 and g > 140 and b > 140
    end = lambda picture: max(x for x, _ in picture.places(light, bar))
    english = stage.open(stage.sample()).picture()
    stage.window.close()
    window = stage.open("--lang", "ja", stage.sample())
    japanese = stage.seen(window.picture())
    errors = stage.printed("errors.txt")
    fonts = subprocess.run(["fc-list", ":lang=ja"], stdout=subprocess.PIPE).stdout
    if not fonts:
        expect("menus are in English" in errors, f"a sentence about the font: {errors!r}")
        expect_same(english, japanese, 6, "the menu bar is English", bar)
        return
    expect(errors == "", f"a font was found: {errors!r}")
    expect(end(japanese) > end(english) + 30, f"the menu bar is longer: {end(japanese)}, {end(english)}")
    window.key("h")
    box = (0.02, 0.1, 0.4, 0.6)
    window.wait("keys in Japanese", lambda: stage.seen(window.picture()).count(light, box) > 400)


# --- Files ---

def changed_file_is_loaded_again(stage):
    path = stage.edited_sample(lambda document: None)
    window, _ = stage.open_still(path)
    window.key("v", "1")
    happy = stage.still()

    def paint(document):
        for material in document["materials"]:
            material["pbrMetallicRoughness"]["baseColorFactor"] = [0.1, 0.9, 0.1, 1]

    write_edited(stage.sample(), path, paint)
    window.changed(happy, least=2000)
    green = stage.still()
    with open(path, "wb") as file:
        file.write(b"half of an av")
    window.wait("words at the bottom", lambda: has_words(window))
    above = (0.0, 0.0, 1.0, 0.75)  # the words take two lines
    expect_same(green, stage.still(), 6, "a broken file leaves her as she was", above)
    shutil.copy(stage.sample(), path)
    window.changed(green, least=2000)
    expect_same(happy, stage.still(), 60, "the first file again, with the same expression")
    window.key("F5")
    expect_same(happy, stage.still(), 60, "and by its key")



def dropped_file_is_shown(stage):
    window, _ = stage.open_still()
    window.key("v")
    face = stage.still()
    expect(stage.drop(stage.sample("character-0.x.vrm")) == 0, "the window takes the file")
    stage.seen(window.changed(face, least=2000))
    window.key("i")
    other = stage.still()
    expect(other.count(COAT) > 2000, "the avatar of 0.x is there, in full")


# --- Motions ---

def dropped_motion_plays(stage):
    window, rest = stage.open_still()
    expect(stage.drop(stage.sample("dance.vrma")) == 0, "the window takes the motion")
    before = rest
    for _ in range(3):
        before = stage.seen(window.changed(before, least=500))
    expect(before.count(COAT) > 1000, "she is still there")
    window.key("Return")
    paused = stage.still()
    window.key("Home")
    first = stage.still()
    expect_other(paused, first, 300, "the beginning is another moment")
    # The time line is at the bottom: a click in its middle goes there, and again gives the same.
    window.point(0.65, 0.97)
    window.do("click", 1)
    middle = stage.still()
    expect_other(first, middle, 300, "the middle is another moment")
    window.key("Home")
    expect_same(first, stage.still(), 400, "back at the beginning, but for hair")
    # Another motion takes over, and the relaxed pose in the end.
    expect(stage.drop(stage.sample("walk.bvh")) == 0, "the window takes the next motion")
    stage.seen(window.changed(first, least=500))
    window.key("BackSpace")
    after = stage.still()
    expect(abs(after.count(COAT) - rest.count(COAT)) < 0.1 * rest.count(COAT), "she stands as before")


def motion_of_the_command_line_plays(stage):
    wrong = subprocess.run([stage.vrm, "view", stage.sample(), "--motion", "absent.bvh"],
                           env=stage.screen.environment, stderr=subprocess.PIPE, timeout=60)
    expect(wrong.returncode == 1 and b"there is no such file" in wrong.stderr, f"{wrong.stderr}")
    window = stage.open(stage.sample(), "--motion", stage.sample("dance.vrma"))
    before = window.picture()
    for _ in range(3):
        before = stage.seen(window.changed(before, least=300))


# --- Trackers ---

BODY = (0.3, 0.05, 0.7, 0.85)  # beside notices, such as "Motion paused"


def tracker_moves_her_as_the_motion_does(stage):
    """LV-080: the pose of what a process sends is that of the same motion, and it is held after the process ends."""
    dance = stage.sample("dance.vrma")
    window = stage.open("--lang", "en", "--listen", "0", stage.sample())
    window.key("i", "g", "g")
    expect(stage.drop(dance) == 0, "the window takes the motion")
    window.frames(40)  # it has faded in
    window.key("Return", "Home")
    wanted = stage.still()
    window.point(0.65, 0.97)
    window.do("click", 1)
    expect_other(wanted, stage.still(), 1000, "the middle of the motion is another pose", BODY)
    sent = subprocess.run([stage.vrm, "live", "--lang", "en", stage.sample(), "--send", dance, "--port", str(stage.port()),
                           "--frames", "1"], stdout=subprocess.PIPE, timeout=60, check=True, text=True)
    expect("frames: 1," in sent.stdout, sent.stdout)
    tracked = stage.still()
    expect_same(wanted, tracked, 200, "she stands as at the start of the motion", BODY)
    time.sleep(1.5)
    expect_same(tracked, stage.still(), 20, "the pose is held after the sender has ended")
    window.key("BackSpace")  # and after the motion below it: only the view is larger, without its time line
    held = stage.still()

    def shape(picture):
        found = picture.places(COAT, (0.0, 0.0, 1.0, 0.65))  # without her boots
        xs, ys = [x for x, _ in found], [y for _, y in found]
        return (max(xs) - min(xs)) / (max(ys) - min(ys))
    expect(abs(shape(held) - shape(tracked)) < 0.05, f"and without the motion: {shape(held)}, {shape(tracked)}")


PANEL = (0.66, 0.1, 1.0, 0.7)  # of a window of the usual size
STAGE_LEFT = (0.0, 0.05, 0.6, 0.85)
ORANGE = lambda r, g, b: r > 180 and 110 < g < 210 and b < 110
GREEN = lambda r, g, b: g > 120 and g - r > 40 and g - b > 40


def tracker_page_shows_its_state(stage):
    """LV-081: `vrm live AVATAR` shows whether a tracker is connected, and counts what is wrong; that changes nothing."""
    window = stage.open_command("live", "--lang", "en", "--listen", "0", stage.sample())
    window.key("i", "g", "g")
    address = ("127.0.0.1", stage.port())
    rest = stage.seen(window.still(1.0, STAGE_LEFT))
    colors = lambda picture: (picture.count(GREEN, PANEL), picture.count(ORANGE, PANEL))
    expect(colors(rest)[0] == 0 and colors(rest)[1] > 20, f"it waits for a tracker: {colors(rest)}")
    turned = bone("Hips", (0.0, 0.7071068, 0.0, 0.7071068))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        def send():
            """As trackers do: again and again."""
            for data in (turned, message("/VMC/Ext/T", "f", time.monotonic() % 1000)):
                sender.sendto(data, address)
            picture = stage.seen(window.picture())
            return picture if picture.count(GREEN, PANEL) > 20 and picture.count(ORANGE, PANEL) == 0 else None
        window.wait("the page to be green", send)
        moved = stage.seen(window.still(1.0, STAGE_LEFT))
        def width(picture):
            across = [x for x, _ in picture.places(COAT, STAGE_LEFT)]
            return max(across) - min(across)
        expect(width(moved) < 0.8 * width(rest), f"she stands sideways: {width(moved)}, {width(rest)}")
        window.wait("the page to say that nothing comes", lambda: colors(window.picture())[1] > 20)
        wrong = (b"", b"nothing", b"\0" * 65507, b"#bundle\0", message("/VMC/Ext/Bone/Pos", "s", "Head"),
                 bone("Head", (float("nan"), 0.0, 0.0, 1.0)), bone("Nose"))
        for data in wrong:
            sender.sendto(data, address)
        window.frames(4)
        expect_same(moved, stage.seen(window.still(1.0, STAGE_LEFT)), 20, "what is wrong changes nothing", STAGE_LEFT)
    code, stage.window = window.close(), None
    expect(code == 0, f"it ends with {code}")
    counts = re.search(r"refused datagrams: (\d+), refused messages: (\d+)\n.*unknown bones: (\d+)", stage.printed("output.txt"))
    expect(counts is not None and int(counts[1]) >= 3 and int(counts[2]) >= 2 and int(counts[3]) == 1,
           f"the counts are printed: {stage.printed('output.txt')}")


def taken_port_is_said_plainly(stage):
    """LV-082: a port that is taken is an error before a window opens."""
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")}
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as other:
        other.bind(("127.0.0.1", 0))
        port = str(other.getsockname()[1])
        for words in (("live", "--listen", port, stage.sample()), ("view", "--listen", port, stage.sample())):
            ended = subprocess.run([stage.vrm, *words, "--lang", "en"], env=environment, timeout=60, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
            expect(ended.returncode == 1 and ended.stderr.startswith(f"vrm: cannot listen on 127.0.0.1, port {port}: "),
                   f"{words}: {ended}")


def has_words(window):
    """Boots are dark too, and in the middle."""
    return window.picture().count(DARK, (0.02, 0.88, 0.3, 0.96)) > 300


def broken_file_is_refused_in_words(stage):
    window, before = stage.open_still()
    window.wait("the words to go", lambda: not has_words(window))
    broken = os.path.join(stage.folder, "broken.vrm")
    with open(broken, "wb") as file:
        file.write(b"no avatar")
    expect(stage.drop(broken) == 0, "the window takes the file")
    window.wait("words at the bottom", lambda: has_words(window))
    expect_same(before, stage.seen(window.picture()), 6, "she is still there")
    window.wait("the words to go again", lambda: not has_words(window))


def empty_window_asks_for_a_file(stage):
    window = stage.open()
    window.wait("words", lambda: has_words(window))
    expect(stage.seen(window.picture()).count(COAT) == 0, "nobody is there")
    for key in ("1", "w", "t", "r", "p", "space", "period", "s", "Left", "v", "Next"):
        window.key(key)  # none of these may end it
    expect(stage.drop(stage.sample()) == 0, "the window takes a file")
    window.wait("the avatar", lambda: stage.seen(window.picture()).count(COAT) > 1000)


def next_file_with_tab(stage):
    window = stage.open(stage.sample(), stage.sample("character-0.x.vrm"))
    first = window.title()
    window.key("v")
    window.changed(window.picture(), least=10)
    face = window.picture()
    window.key("Tab")
    stage.seen(window.changed(face, least=2000))
    expect("Ame" in first and "vrm view" in window.title(), "both have a title")


def picture_is_saved_as_it_is_seen(stage):
    window, seen = stage.open_still()
    name = os.path.join(stage.folder, "vrm-view-001.png")
    window.key("s")
    window.wait("the file", lambda: os.path.exists(name) and os.path.getsize(name) > 1000)
    stage.still()
    expect_same(seen.below(BAR), read_png(name), 6, "the file and the window")
    window.key("s")
    window.wait("a second file", lambda: os.path.exists(name.replace("001", "002")))


def transparent_picture_is_saved(stage):
    window, seen = stage.open_still()
    window.key("shift+s")
    name = os.path.join(stage.folder, "vrm-view-001.png")
    window.wait("the file", lambda: os.path.exists(name) and os.path.getsize(name) > 1000)
    stage.still()
    picture = read_png(name)
    coat = lambda r, g, b, a: COAT(r, g, b) and a == 255
    clear = sum(a == 0 for a in picture.alpha)
    expect(0.5 < clear / len(picture.alpha) < 0.95, f"what is not the avatar is clear: {clear}")
    solid = sum(coat(*of) for of in zip(picture.rgb[0::3], picture.rgb[1::3], picture.rgb[2::3],
                                        picture.alpha))
    expect(abs(solid - seen.count(COAT)) < 60, f"her coat is solid: {solid}")


def film_is_recorded(stage):
    window = stage.open(stage.sample())
    window.key("F8")
    window.frames(12)
    window.key("F8")
    endings = (".mp4", ".gif", ".webp")  # the best that this build can write
    films = lambda: [name for name in os.listdir(stage.folder) if name.endswith(endings)]
    name, = window.wait("the file", films)
    data = open(os.path.join(stage.folder, name), "rb").read()
    expect(len(data) > 2000, f"{name} has frames: {len(data)} bytes")
    magic = {".mp4": data[4:8] == b"ftyp", ".gif": data[:6] == b"GIF89a",
             ".webp": data[:4] == b"RIFF"}
    expect(magic[os.path.splitext(name)[1]], f"{name} is what its name says")


# --- Coming and going ---

def no_screen_is_said_plainly(stage):
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")}
    ended = subprocess.run([stage.vrm, "view", stage.sample()], env=environment, timeout=60,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    expect(ended.returncode == 1, f"it ends with 1, not {ended.returncode}")
    lines = ended.stderr.splitlines()
    expect(len(lines) == 2 and lines[0].startswith("vrm: no window can be opened here"),
           f"two lines: {ended.stderr}")
    expect("vrm render" in lines[1], "and it says what needs none")


def wrong_usage_is_said_plainly(stage):
    for arguments, code, word in ((["--sise", "1x1"], 2, "Did you mean --size?"),
                                  (["--size", "big"], 2,
                                   "vrm view: --size takes WxH or N from 64 to 16384, not 'big'"),
                                  (["no-such-file.vrm"], 1, "no-such-file.vrm"),
                                  (["--help"], 0, "Usage: vrm view")):
        ended = subprocess.run([stage.vrm, "view", *arguments], env=stage.screen.environment,
                               timeout=60, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               text=True)
        expect(ended.returncode == code, f"{arguments}: {ended.returncode}, not {code}")
        expect(word in ended.stdout, f"{arguments}: {ended.stdout}")


def escape_closes_it(stage):
    window = stage.open(stage.sample())
    code = window.close("Escape")
    stage.window = None
    expect(code == 0, f"it ends with {code}")


CHECKS = [
    avatar_is_there_and_stands_in_the_middle, avatar_lives_until_it_is_paused, one_frame_at_a_time,
    expression_comes_and_goes, all_expressions_one_by_one, avatar_looks_at_the_cursor,
    hair_follows_when_she_is_dragged, she_stays_where_she_was_dragged,
    teleport_spares_the_hair_and_a_jump_does_not, wind_blows_hair, view_turns_all_the_way_round,
    wheel_zooms, middle_button_pans, window_changes_its_size, first_person_hides_the_head,
    overlays_come_and_go, outlines_and_light, help_shows_the_keys, dropped_file_is_shown,
    dropped_motion_plays, motion_of_the_command_line_plays, broken_file_is_refused_in_words, empty_window_asks_for_a_file, next_file_with_tab,
    picture_is_saved_as_it_is_seen, no_screen_is_said_plainly, wrong_usage_is_said_plainly,
    escape_closes_it, menus_open_and_do_what_they_say, slider_moves_an_expression,
    diagnostics_are_shown_and_marked, diagnostics_of_a_check_are_shown, chain_under_the_cursor_is_chosen,
    settings_of_a_spring_change_how_it_hangs, names_in_any_script, menus_are_in_japanese, changed_file_is_loaded_again,
    transparent_picture_is_saved, film_is_recorded, tracker_moves_her_as_the_motion_does, tracker_page_shows_its_state,
    taken_port_is_said_plainly,
]


def run_check(check, screen, vrm, programs, samples, folder):
    """None, or what went wrong."""
    own = os.path.join(folder, check.__name__)
    shutil.rmtree(own, ignore_errors=True)
    os.makedirs(own)
    stage = Stage(screen, vrm, programs, samples, own)
    try:
        check(stage)
        if stage.window is not None:
            code, stage.window = stage.window.close(), None
            expect(code == 0, f"it ends with {code}")
        return None
    except AssertionError as problem:
        return str(problem)
    except (OSError, RuntimeError, ValueError, TypeError, subprocess.SubprocessError):
        return traceback.format_exc()
    finally:
        if stage.last is not None:
            stage.last.save(os.path.join(own, "seen.png"))
        if stage.window is not None:
            stage.window.kill()


def main():
    if len(sys.argv) < 5:
        print(__doc__)
        return 2
    vrm, programs, samples, folder = (os.path.abspath(path) for path in sys.argv[1:5])
    wanted = sys.argv[5:]
    missing = [name for name in ("Xvfb", "xdotool", "xwd") if shutil.which(name) is None]
    if missing:
        print(f"skip view: {', '.join(missing)} not found")
        print("0 passed, 0 failed, %d skipped" % len(CHECKS))
        return 0
    checks = [check for check in CHECKS if not wanted or check.__name__ in wanted]
    failed = sum(run_all(checks, lambda check, screen: run_check(check, screen, vrm, programs, samples,
                                                                 folder)))
    passed = len(checks) - failed
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return 1 if failed or passed == 0 else 0


def run_all(checks, run):
    """True for each that failed. Most of their time is waiting: some run at once, each hand with a
    screen of its own."""
    screens = queue.SimpleQueue()
    hands = [Screen() for _ in range(HANDS)]
    for screen in hands:
        screens.put(screen)

    def run_one(check):
        screen, start = screens.get(), time.monotonic()
        problem = run(check, screen)
        screens.put(screen)
        seconds = time.monotonic() - start
        if problem is None:
            print(f"ok   view/{check.__name__} ({seconds:.0f} s)", flush=True)
        else:
            print(f"FAIL view/{check.__name__}: {problem}", flush=True)
        return problem is not None

    try:
        with concurrent.futures.ThreadPoolExecutor(HANDS) as pool:
            return list(pool.map(run_one, checks))
    finally:
        for screen in hands:
            screen.close()


if __name__ == "__main__":
    sys.exit(main())
