"""The package libvrm-render: pictures, and images in checks and optimizations."""
import importlib.util
import os
import subprocess
import sys
import threading
import time
import unittest
import zlib
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import libvrm
from libvrm import experimental as vrmx
from support import SAMPLES

AME = SAMPLES / "character-1.0.vrm"
IS_INSTALLED = importlib.util.find_spec("libvrm_render") is not None


def alone(program: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", program], env={**os.environ, **environment}, capture_output=True, text=True,
                          timeout=120)


def rows(png: bytes) -> tuple[int, int]:
    """Width and height of a PNG whose data is whole."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    place, data, width, height = 8, b"", 0, 0
    while place < len(png):
        size = int.from_bytes(png[place:place + 4], "big")
        kind, part = png[place + 4:place + 8], png[place + 8:place + 8 + size]
        assert zlib.crc32(kind + part) == int.from_bytes(png[place + 8 + size:place + 12 + size], "big")
        if kind == b"IHDR":
            width, height = int.from_bytes(part[:4], "big"), int.from_bytes(part[4:8], "big")
        data += part if kind == b"IDAT" else b""
        place += 12 + size
    assert zlib.decompress(data)
    return width, height


def damaged() -> bytes:
    """Ame with an image whose last pixels are missing."""
    with vrmx.Edit.open(AME) as edit:
        model = libvrm.load(AME)
        index = max(range(len(model.gltf.images)), key=lambda image: len(model.image_bytes(image)))
        data = bytearray(model.image_bytes(index))
        data[len(data) // 2:len(data) // 2 + 64] = bytes(64)
        edit.set_image(index, bytes(data))
        return edit.write_file().bytes()


class WithoutPictures(unittest.TestCase):
    def test_models_show_their_thumbnail_alone(self) -> None:
        """BI-029: libvrm needs no libvrm-render."""
        result = alone("import sys; sys.modules['libvrm_render'] = None\nimport libvrm\n"
                       "from libvrm import experimental as vrmx\n"
                       f"m = libvrm.load({str(AME)!r}); assert m._repr_png_() in (None, m.thumbnail)\n"
                       "assert m.avatar()._repr_png_() is None\n"
                       f"assert vrmx.check({str(AME)!r}).is_good\n"
                       f"try: vrmx.check({str(AME)!r}, images=True)\n"
                       "except ImportError: print('refused')\n")
        self.assertEqual(result.stdout, "refused\n", result.stderr)


@unittest.skipUnless(IS_INSTALLED, "libvrm-render is not installed")
class Pictures(unittest.TestCase):
    render: Any
    model: libvrm.Model

    @classmethod
    def setUpClass(cls) -> None:
        import libvrm_render
        cls.render, cls.model = libvrm_render, libvrm.load(AME)
        try:
            cls.render.portrait(cls.model, width=16, height=16)
        except libvrm_render.PictureError as error:
            raise unittest.SkipTest(f"nothing can be drawn here: {error}") from error

    def test_a_portrait_shows_the_avatar(self) -> None:
        """BI-029: head and hair in the middle, nothing in the corners, and the same picture again."""
        picture = self.render.portrait(self.model, width=96, height=64)
        self.assertEqual(rows(picture.png()), (96, 64))
        self.assertEqual(len(picture.data), 96 * 64 * 4)
        alpha = picture.data[3::4]
        self.assertEqual((alpha[0], alpha[95], alpha[32 * 96 + 48]), (0, 0, 255))
        self.assertGreater(sum(value > 0 for value in alpha), 96 * 64 // 10)
        self.assertEqual(self.render.portrait(self.model, width=96, height=64).data, picture.data)

    def test_a_picture_shows_the_present_state(self) -> None:
        avatar = self.model.avatar()
        avatar.update(0)
        before = self.render.draw(avatar, width=64, height=64, shot="face").data
        avatar["happy"] = 1.0
        avatar.update(0)
        self.assertNotEqual(self.render.draw(avatar, width=64, height=64, shot="face").data, before)
        self.assertNotEqual(self.render.draw(avatar, width=64, height=64, yaw=90).data,
                            self.render.draw(avatar, width=64, height=64).data)
        other = libvrm.load(SAMPLES / "character-0.x.vrm").avatar()
        other.update(0)
        self.render.draw(other, width=64, height=64)
        self.render.draw(avatar, width=2100, height=40)

    def test_notebooks_show_pictures(self) -> None:
        shown = self.model._repr_png_()
        assert shown is not None
        self.assertEqual(rows(shown), (320, 320))
        with self.model.avatar() as avatar:
            shown = avatar._repr_png_()
            assert shown is not None
            self.assertEqual(rows(shown), (320, 480))
        self.assertIsNone(avatar._repr_png_())

    def test_pixels_are_an_array(self) -> None:
        picture = self.render.draw(self.model.avatar(), width=5, height=7)
        self.assertEqual(tuple(picture.pixels.shape), (7, 5, 4))
        self.assertEqual(repr(picture), "<Picture, 5 x 7>")

    def test_an_avatar_of_a_crowd(self) -> None:
        crowd = libvrm.Crowd()
        avatar = crowd.create(libvrm.load(AME.read_bytes()))
        crowd.update(0.1)
        self.render.draw(avatar, width=32, height=32)
        del crowd, avatar

    def test_wrong_use_raises(self) -> None:
        """BI-023"""
        avatar = self.model.avatar()
        closed = self.model.avatar()
        closed.close()
        nan = float("nan")
        for expected, call in (
                (libvrm.ClosedError, lambda: self.render.draw(closed)),
                (TypeError, lambda: self.render.draw(self.model)),
                (TypeError, lambda: self.render.draw(avatar, width="5")),
                (ValueError, lambda: self.render.draw(avatar, width=0)),
                (ValueError, lambda: self.render.draw(avatar, height=8193)),
                ((ValueError, OverflowError), lambda: self.render.draw(avatar, width=-1)),
                (ValueError, lambda: self.render.draw(avatar, shot="feet")),
                (ValueError, lambda: self.render.draw(avatar, yaw=nan)),
                (ValueError, lambda: self.render.draw(avatar, pitch=91)),
                (ValueError, lambda: self.render.draw(avatar, fov=float("inf"))),
                (ValueError, lambda: self.render.Picture(5, 5, b"abc").png()),
                (TypeError, lambda: self.render._pictures.Studio(5)),
                (ValueError, lambda: vrmx.optimize(AME, jpeg_quality=101)),
                (ValueError, lambda: vrmx.optimize(AME, webp_quality=nan))):
            with self.assertRaises(expected):
                call()

    def test_an_avatar_that_is_drawn_is_busy(self) -> None:
        """BI-023: updates in another thread raise, or come before or after."""
        avatar, stop = self.model.avatar(), threading.Event()
        avatar.update(0)
        raised: list[BaseException] = []

        def update() -> None:
            while not stop.is_set():
                try:
                    avatar.update(0.01)
                except libvrm.BusyError as error:
                    raised.append(error)

        thread = threading.Thread(target=update)
        thread.start()
        try:
            for _ in range(200):
                self.render.draw(avatar, width=64, height=64)
                if raised:
                    break
        finally:
            stop.set()
            thread.join()
        self.assertTrue(raised)

    def test_any_thread_draws(self) -> None:
        pictures: list[bytes] = []
        for _ in range(3):
            thread = threading.Thread(
                target=lambda: pictures.append(self.render.portrait(self.model, width=32, height=32).data))
            thread.start()
            thread.join()
        self.assertEqual(len(set(pictures)), 1)
        self.assertEqual(len(pictures), 3)

    def test_threads_draw_at_the_same_time(self) -> None:
        """BI-029: they wait for each other, and each gets its own picture."""
        def picture(yaw: float) -> bytes:
            start.wait(60)
            data: bytes = self.render.portrait(self.model, width=64, height=64, yaw=yaw).data
            return data

        start, yaws = threading.Barrier(4), (0.0, 30.0, 60.0, 90.0)
        with ThreadPoolExecutor(4) as pool:
            pictures = list(pool.map(picture, yaws))
        self.assertEqual(pictures, [self.render.portrait(self.model, width=64, height=64, yaw=yaw).data for yaw in yaws])

    def test_a_model_that_is_drawn_keeps_its_payload(self) -> None:
        """BI-023: its payload is read while it is drawn."""
        model = libvrm.load(AME)
        avatar = model.avatar()
        with ThreadPoolExecutor(1) as pool:
            picture = pool.submit(self.render.draw, avatar, width=1024, height=1024)
            while not picture.done():
                try:
                    avatar.update(0)
                except libvrm.BusyError:  # it is being drawn
                    with self.assertRaises(libvrm.BusyError):
                        model.drop_payload()
                    break
                time.sleep(0.001)
            else:
                self.fail("no other thread ran while a picture was drawn")
            self.assertEqual(picture.result().width, 1024)
        model.drop_payload()

    @unittest.skipUnless(hasattr(os, "fork"), "the system has no fork")
    def test_a_forked_process_gets_a_reason(self) -> None:
        """BI-023: GL does not work in a process that was forked from one that had drawn."""
        result = alone("import os, libvrm, libvrm_render\n"
                       f"m = libvrm.load({str(AME)!r}); libvrm_render.portrait(m, width=32, height=32)\n"
                       "child = os.fork()\n"
                       "if not child:\n"
                       "    try: libvrm_render.portrait(m, width=32, height=32)\n"
                       "    except libvrm_render.PictureError: os._exit(0)\n"
                       "    os._exit(1)\n"
                       "print(os.waitpid(child, 0)[1])\n")
        self.assertEqual(result.stdout, "0\n", result.stderr)

    @unittest.skipUnless(hasattr(os, "fork"), "the system has no fork")
    def test_a_process_that_is_forked_during_a_picture_gets_a_reason(self) -> None:
        """BI-023: it does not wait for the thread that draws, which it does not have."""
        result = alone("import os, signal, threading, time, libvrm, libvrm_render\n"
                       f"m = libvrm.load({str(AME)!r}); libvrm_render.portrait(m, width=32, height=32)\n"
                       "stop, drawn = threading.Event(), m.avatar()\n"
                       "def draw():\n"
                       "    while not stop.is_set(): libvrm_render.draw(drawn, width=512, height=512)\n"
                       "thread = threading.Thread(target=draw); thread.start(); time.sleep(0.1)\n"
                       "child = os.fork()\n"
                       "if not child:\n"
                       "    signal.alarm(30)\n"
                       "    try: libvrm_render.portrait(m, width=32, height=32)\n"
                       "    except libvrm_render.PictureError: os._exit(0)\n"
                       "    os._exit(1)\n"
                       "status = os.waitpid(child, 0)[1]\n"
                       "stop.set(); thread.join(); print(status)\n")
        self.assertEqual(result.stdout, "0\n", result.stderr)

    def test_without_egl_there_is_a_reason(self) -> None:
        """BI-029: a sentence that names what to install."""
        result = alone("import libvrm, libvrm_render\n"
                       f"m = libvrm.load({str(AME)!r})\n"
                       "try: libvrm_render.portrait(m)\n"
                       "except libvrm_render.PictureError as error: print(error)\n"
                       "assert m._repr_png_() in (None, m.thumbnail)\n",
                       __EGL_VENDOR_LIBRARY_FILENAMES="/nowhere.json", EGL_PLATFORM="x11", DISPLAY="")
        self.assertIn("EGL", result.stdout, result.stderr)

    def test_checks_decode_images(self) -> None:
        """BI-029: a damaged image is found if images are decoded."""
        data = damaged()
        self.assertNotIn("image-damaged", [d.code for d in vrmx.check(data, images=False)])
        with_images = {d.code for d in vrmx.check(data)} - {d.code for d in vrmx.check(data, images=False)}
        self.assertTrue(with_images)
        self.assertEqual({d.code for d in vrmx.check_model(libvrm.load(data))} & with_images, with_images)
        self.assertEqual([d.code for d in vrmx.check(AME)], [d.code for d in vrmx.check(AME, images=False)])

    def test_optimizations_encode_images(self) -> None:
        """BI-029: images become smaller, and the avatar still loads."""
        before = vrmx.optimize(AME).bytes()
        small = vrmx.optimize(AME, max_texture=64)
        self.assertLess(len(small.bytes()), len(before))
        model = libvrm.load(small.bytes())
        for image in range(len(model.gltf.images)):
            header = model.image_header(image)
            self.assertLessEqual(max(header.width, header.height), 64)
        webp = libvrm.load(vrmx.optimize(AME, max_texture=64, webp_quality=50).bytes())
        self.assertIn(libvrm.ImageFormat.WEBP, [webp.image_header(i).format for i in range(len(webp.gltf.images))])


if __name__ == "__main__":
    unittest.main()
