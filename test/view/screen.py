"""A screen of its own (Xvfb), a program's window on it, a hand (xdotool), and pictures of it (xwd)."""
import os
import struct
import subprocess
import time
import zlib


class Picture:
    """Pixels as bytes of red, green and blue, the top row first."""

    def __init__(self, width, height, rgb, alpha=None):
        self.width, self.height, self.rgb, self.alpha = width, height, rgb, alpha

    def below(self, top):
        """What is below a row of pixels."""
        return Picture(self.width, self.height - top, self.rgb[3 * self.width * top:])

    def rows(self, box=None):
        """y, left and the bytes of each row of a box: left, top, right, bottom as shares."""
        left, top, right, bottom = box or (0, 0, 1, 1)
        left, right = int(left * self.width), int(right * self.width)
        for y in range(int(top * self.height), int(bottom * self.height)):
            at = 3 * y * self.width
            yield y, left, self.rgb[at + 3 * left:at + 3 * right]

    def count(self, test, box=None):
        return sum(sum(map(test, row[0::3], row[1::3], row[2::3])) for _, _, row in self.rows(box))

    def size_of(self, box):
        return sum(len(row) // 3 for _, _, row in self.rows(box))

    def places(self, test, box=None):
        """Where such pixels are."""
        return [(left + x, y) for y, left, row in self.rows(box)
                for x, is_so in enumerate(map(test, row[0::3], row[1::3], row[2::3])) if is_so]

    def middle(self, test, box=None):
        """The mean place of such pixels, or None."""
        found = self.places(test, box)
        if not found:
            return None
        return (sum(x for x, _ in found) / len(found), sum(y for _, y in found) / len(found))

    def extent(self, test):
        """left, top, right, bottom of such pixels, in pixels; or None."""
        found = self.places(test)
        if not found:
            return None
        xs, ys = [x for x, _ in found], [y for _, y in found]
        return min(xs), min(ys), max(xs), max(ys)

    def difference(self, other, box=None, tolerance=16):
        """How many pixels differ by more than the tolerance in some colour."""
        if (self.width, self.height) != (other.width, other.height):
            return self.width * self.height
        count = 0
        for (_, _, a), (_, _, b) in zip(self.rows(box), other.rows(box)):
            if a != b:
                far = [abs(x - y) > tolerance for x, y in zip(a, b)]
                count += sum(map(lambda *of: any(of), far[0::3], far[1::3], far[2::3]))
        return count

    def save(self, path):
        rows = b"".join(b"\0" + self.rgb[3 * self.width * y:3 * self.width * (y + 1)]
                        for y in range(self.height))
        with open(path, "wb") as file:
            file.write(b"\x89PNG\r\n\x1a\n")
            for kind, data in ((b"IHDR", struct.pack(">IIBBBBB", self.width, self.height, 8, 2,
                                                     0, 0, 0)),
                               (b"IDAT", zlib.compress(rows)), (b"IEND", b"")):
                file.write(struct.pack(">I", len(data)) + kind + data +
                           struct.pack(">I", zlib.crc32(kind + data)))


def read_png(path):
    """A PNG of 8-bit RGB or RGBA without interlacing, as the viewer writes it."""
    data = open(path, "rb").read()
    at, parts = 8, {}
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        parts[kind] = parts.get(kind, b"") + data[at + 8:at + 8 + length]
        at += length + 12
    width, height, depth, color = struct.unpack(">IIBB", parts[b"IHDR"][:10])
    if depth != 8 or color not in (2, 6):
        raise ValueError(f"{path}: neither 8-bit RGB nor RGBA")
    size = 3 if color == 2 else 4
    raw, stride, out = zlib.decompress(parts[b"IDAT"]), size * width, bytearray()
    above = bytearray(stride)
    for y in range(height):
        kind, row = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for i in range(stride):
            left = row[i - size] if i >= size else 0
            corner = above[i - size] if i >= size else 0
            if kind == 1:
                row[i] = (row[i] + left) & 255
            elif kind == 2:
                row[i] = (row[i] + above[i]) & 255
            elif kind == 3:
                row[i] = (row[i] + (left + above[i]) // 2) & 255
            elif kind == 4:
                guess = left + above[i] - corner
                near = [abs(guess - left), abs(guess - above[i]), abs(guess - corner)]
                row[i] = (row[i] + (left, above[i], corner)[near.index(min(near))]) & 255
        out += row
        above = row
    if size == 3:
        return Picture(width, height, bytes(out))
    rgb = bytearray(3 * width * height)
    for c in range(3):
        rgb[c::3] = out[c::4]
    return Picture(width, height, bytes(rgb), bytes(out[3::4]))


def read_xwd(data):
    """What xwd writes of a window or of the screen."""
    header = struct.unpack(">25I", data[:100])
    size, width, height, line, colors = (header[0], header[4], header[5], header[12],
                                         header[19])
    if header[11] != 32 or header[7] != 0:
        raise RuntimeError("xwd gives pixels of another kind")
    at, rgb = size + 12 * colors, bytearray(3 * width * height)
    for y in range(height):  # blue, green, red, nothing
        row = data[at + y * line:at + y * line + 4 * width]
        out = 3 * width * y
        rgb[out:out + 3 * width:3] = row[2::4]
        rgb[out + 1:out + 3 * width:3] = row[1::4]
        rgb[out + 2:out + 3 * width:3] = row[0::4]
    return Picture(width, height, bytes(rgb))


class Screen:
    """An X server without a screen of glass."""

    def __init__(self):
        read, write = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x900x24", "-nolisten", "tcp",
             "-noreset"],  # it stays when the last window goes
            pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as pipe:
            number = pipe.readline().strip()
        if not number:
            raise RuntimeError("Xvfb did not start")
        self.environment = dict(os.environ, DISPLAY=":" + number)
        for name in ("WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
            self.environment.pop(name, None)

    def close(self):
        self.server.terminate()
        self.server.wait()

    def run(self, *command):
        return subprocess.run(command, env=self.environment, check=True,
                              stdout=subprocess.PIPE).stdout


# A frame lets at most a tenth of a second pass, an expression fades in a sixth of one, and what
# swings moves visibly within half of one.
STILL_FRAMES = 8


class Window:
    """A program's window. Keys and mouse events come from the X server, as those of a person do."""

    def __init__(self, screen, command, folder, await_frames, timeout=60):
        self.screen, self.await_frames = screen, await_frames
        self.errors = open(os.path.join(folder, "errors.txt"), "w+")
        with open(os.path.join(folder, "output.txt"), "w") as output:
            self.program = subprocess.Popen(command, env=screen.environment, cwd=folder,
                                            stdout=output, stderr=self.errors)
        self.id = self.wait("the window", self.find, timeout)
        self.point(0.5, 0.5)

    def find(self):
        if self.program.poll() is not None:
            self.errors.seek(0)
            raise RuntimeError(f"the viewer ended with {self.program.returncode}: "
                               f"{self.errors.read()}")
        found = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", "vrm view"],
                               env=self.screen.environment, stdout=subprocess.PIPE).stdout.split()
        return found[0].decode() if found else None

    @staticmethod
    def wait(what, ask, timeout=30):
        """Until `ask` gives something true."""
        end = time.monotonic() + timeout
        while True:
            answer = ask()
            if answer:
                return answer
            if time.monotonic() > end:
                raise AssertionError(f"waited {timeout} s in vain for {what}")
            time.sleep(0.1)

    def do(self, *words):
        self.screen.run("xdotool", *[str(word) for word in words])

    def place(self):
        """The window's left, top, width and height on the screen."""
        lines = self.screen.run("xdotool", "getwindowgeometry", "--shell", self.id).decode().split()
        values = dict(line.split("=") for line in lines)
        return tuple(int(values[name]) for name in ("X", "Y", "WIDTH", "HEIGHT"))

    def title(self):
        return self.screen.run("xdotool", "getwindowname", self.id).decode().strip()

    def point(self, x, y):
        """Moves the mouse to a share of the window."""
        left, top, width, height = self.place()
        self.do("mousemove", left + int(x * width), top + int(y * height))

    def key(self, *names):
        self.do("key", *names)

    def drag(self, button, steps, each=None):
        """From where the mouse is, by pixels; after each step, `each` is called."""
        self.do("mousedown", button)
        for x, y in steps:
            self.do("mousemove_relative", "--", x, y)
            if each:
                each()
        self.do("mouseup", button)

    def picture(self):
        return read_xwd(self.screen.run("xwd", "-silent", "-id", self.id))

    def frames(self, count):
        """Waits until so many frames were drawn; from the second on, all that was done before is in
        them."""
        self.screen.run(self.await_frames, self.id, str(count))

    def changed(self, before, least=30, box=None, timeout=30):
        """The first picture that differs from one."""
        def ask():
            now = self.picture()
            return now if now.difference(before, box) >= least else None
        return self.wait("the picture to change", ask, timeout)

    def still(self, seconds, box, timeout=120):
        """The picture, once it has not changed within a box for a while: in time, and in frames,
        for on a busy machine a frame may take a second, and what is faded or swings needs some.
        Hair at rest may tremble by the last bit of a number, which shows in a pixel or two at
        edges."""
        self.frames(2)
        end, last = time.monotonic() + timeout, self.picture()
        since, frames = time.monotonic(), 0
        while time.monotonic() - since < seconds or frames < STILL_FRAMES:
            if time.monotonic() > end:
                raise AssertionError(f"the picture still moves after {timeout} s")
            self.frames(2)
            now, frames = self.picture(), frames + 2
            if now.difference(last, box) > 2:
                last, since, frames = now, time.monotonic(), 0
        return last

    def close(self, key="q"):
        """By its key; returns the exit code."""
        self.key(key)
        try:
            return self.program.wait(20)
        except subprocess.TimeoutExpired:
            self.program.kill()
            self.program.wait()
            return "it did not end"
        finally:
            self.errors.close()

    def kill(self):
        if self.program.poll() is None:
            self.program.kill()
            self.program.wait()
        self.errors.close()
