"""Conan 2 recipe of libvrm. It packages the tree in which it lies: conan create packaging/conan

When the project has a public address, source() gets the archive of a release, with its checksum.
"""
import os
import re

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load, rmdir

required_conan_version = ">=2.0"


class VrmConan(ConanFile):
    name = "libvrm"
    description = "VRM avatar runtime: loads VRM avatars of every version and brings them to life"
    license = "MIT"
    topics = ("vrm", "avatar", "gltf", "vtuber")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {
        "shared": [True, False],
        "fPIC": [True, False],
        "render": [True, False],
        "tools": [True, False],
    }
    default_options = {"shared": False, "fPIC": True, "render": False, "tools": False}

    def _tree(self):
        return os.path.join(self.recipe_folder, os.pardir, os.pardir)

    def set_version(self):
        header = load(self, os.path.join(self._tree(), "include", "vrm", "base.h"))
        self.version = ".".join(re.findall(r"^#define VRM_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)$",
                                           header, re.M))

    def export_sources(self):
        for pattern in ("CMakeLists.txt", "LICENSE", "*.md", "cmake/*", "include/*", "src/*", "render/*",
                        "apps/*", "hub/*", "docs/*", "samples/*", "examples/*"):
            copy(self, pattern, self._tree(), self.export_sources_folder, excludes="build/*")

    def config_options(self):
        if self.settings.os == "Windows":
            del self.options.fPIC

    def configure(self):
        if self.options.shared:
            self.options.rm_safe("fPIC")
        # C alone.
        self.settings.rm_safe("compiler.cppstd")
        self.settings.rm_safe("compiler.libcxx")

    def layout(self):
        cmake_layout(self)

    def requirements(self):
        self.requires("yyjson/[>=0.10 <1]")
        if self.options.render:
            self.requires("libpng/[>=1.6 <2]")
            self.requires("libdeflate/[>=1.18 <2]")
            self.requires("libjpeg-turbo/[>=3.0 <4]")
            self.requires("libwebp/[>=1.3 <2]")

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["VRM_BUILD_SHARED"] = bool(self.options.shared)
        toolchain.cache_variables["VRM_BUILD_RENDER"] = bool(self.options.render)
        toolchain.cache_variables["VRM_BUILD_TOOLS"] = bool(self.options.tools)
        for part in ("TESTS", "BENCH", "EXAMPLES", "SAMPLES"):
            toolchain.cache_variables[f"VRM_BUILD_{part}"] = False
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        rmdir(self, os.path.join(self.package_folder, "lib", "cmake"))
        rmdir(self, os.path.join(self.package_folder, "lib", "pkgconfig"))
        rmdir(self, os.path.join(self.package_folder, "share"))

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "vrm")
        runtime = self.cpp_info.components["vrm"]
        runtime.set_property("cmake_target_name", "vrm::vrm")
        runtime.set_property("pkg_config_name", "vrm")
        runtime.libs = ["vrm"]
        runtime.requires = ["yyjson::yyjson"]
        if self.options.shared:
            runtime.defines = ["VRM_SHARED"]
        else:
            runtime.set_property("cmake_target_aliases", ["vrm::static"])
        if self.settings.os in ("Linux", "FreeBSD"):
            runtime.system_libs = ["m"]
        if self.options.render:
            renderer = self.cpp_info.components["render"]
            renderer.set_property("cmake_target_name", "vrm::render")
            renderer.set_property("pkg_config_name", "vrm-render")
            renderer.libs = ["vrm-render"]
            renderer.requires = ["vrm", "libpng::libpng", "libdeflate::libdeflate", "libjpeg-turbo::jpeg",
                                 "libwebp::webp", "libwebp::webpdemux"]
