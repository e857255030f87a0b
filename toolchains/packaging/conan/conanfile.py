"""tanda for Conan 2, from this checkout: conan create toolchains/packaging/conan --build=missing"""
import os
import re

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load, rmdir

required_conan_version = ">=2.0"


class TandaConan(ConanFile):
    name = "tanda"
    description = "Supervised projections, fitted and run anywhere"
    license = "MIT"
    topics = ("dimensionality-reduction", "discriminant-analysis", "machine-learning")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False]}
    default_options = {"shared": False, "fPIC": True}
    no_copy_source = True
    implements = ["auto_shared_fpic"]

    @property
    def checkout(self):
        return os.path.join(self.recipe_folder, "..", "..", "..")

    def set_version(self):
        header = load(self, os.path.join(self.checkout, "lib", "include", "tanda", "version.hpp"))
        self.version = re.search(r'version = "([^"]+)"', header).group(1)

    def export_sources(self):
        for kept in ("CMakeLists.txt", "LICENSE", "lib/*"):
            copy(self, kept, self.checkout, self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def requirements(self):
        # Its types are in the interface of the C++ library; nanoflann is only inside.
        self.requires("eigen/[>=3.4 <4]", transitive_headers=True)
        self.requires("nanoflann/[>=1.4]", visible=False)

    def validate(self):
        check_min_cppstd(self, 17)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables.update({
            "TANDA_BUILD_SHARED": bool(self.options.shared),
            "TANDA_INSTALL_STATIC": not self.options.shared,
            "TANDA_BUILD_CLI": False,
            "TANDA_BUILD_TESTS": False,
            "TANDA_BUILD_BENCH": False,
            "TANDA_WERROR": False,
        })
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()
        rmdir(self, os.path.join(self.package_folder, "lib", "pkgconfig"))  # PkgConfigDeps makes them anew

    def package_info(self):
        # The package's own tandaConfig.cmake, with its components.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs.append(os.path.join("lib", "cmake", "tanda"))
        self.cpp_info.set_property("pkg_config_name", "tanda")
        self.cpp_info.libs = ["tanda"]
        self.cpp_info.requires = ["eigen::eigen"]
        self.cpp_info.defines = ["EIGEN_DONT_PARALLELIZE", "TANDA_HOSTED"]
        if self.settings.arch == "x86_64":
            self.cpp_info.defines.append("EIGEN_MAX_ALIGN_BYTES=16")  # as in lib/CMakeLists.txt
        if self.settings.os in ("Linux", "FreeBSD"):
            self.cpp_info.system_libs = ["m", "pthread"]
