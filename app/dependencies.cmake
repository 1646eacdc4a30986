# Third-party libraries: the system's packages first.
find_package(PkgConfig REQUIRED)
if(POLICY CMP0167)
  cmake_policy(SET CMP0167 NEW)  # Boost's own file, which Debian installs; CMake's is gone soon
endif()
find_package(Boost 1.74 REQUIRED COMPONENTS context)
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
pkg_check_modules(GLFW REQUIRED IMPORTED_TARGET glfw3>=3.3)
pkg_check_modules(EGL REQUIRED IMPORTED_TARGET egl)
pkg_check_modules(MUPARSER REQUIRED IMPORTED_TARGET muparser>=2.3)
pkg_check_modules(LIBDW REQUIRED IMPORTED_TARGET libdw>=0.187)
pkg_check_modules(CAIRO REQUIRED IMPORTED_TARGET cairo-ft>=1.16 cairo-pdf>=1.16)

# Its targets' names and variables differ between versions; pkg-config's do not.
pkg_check_modules(YAML REQUIRED IMPORTED_TARGET yaml-cpp>=0.6)
add_library(ws_yaml INTERFACE)
target_link_libraries(ws_yaml INTERFACE PkgConfig::YAML)

add_library(ws_imgui INTERFACE)
# The OpenGL headers are glad's, in whatever order they are included.
target_compile_definitions(ws_imgui INTERFACE GLFW_INCLUDE_NONE)
pkg_check_modules(IMGUI REQUIRED IMPORTED_TARGET imgui>=1.86)
find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
target_link_libraries(ws_imgui INTERFACE PkgConfig::IMGUI PkgConfig::GLFW ${CMAKE_DL_LIBS})

# The OpenGL loader, generated.
find_program(GLAD glad HINTS /usr/bin)
if(NOT GLAD)
  message(FATAL_ERROR "glad 2, which generates the OpenGL loader, was not found. "
    "Install python3-glad (Debian, Ubuntu), or run: pip install 'glad2>=2.0'")
endif()
set(glad_dir ${CMAKE_BINARY_DIR}/glad)
add_custom_command(
  OUTPUT ${glad_dir}/src/gl.c ${glad_dir}/include/glad/gl.h
  # Without --reproducible glad asks the network for the specification.
  COMMAND ${GLAD} --api gl:core=3.3 --extensions GL_KHR_debug --reproducible
          --out-path ${glad_dir} --quiet c
  COMMENT "Generating the OpenGL 3.3 loader" VERBATIM)
add_library(ws_glad STATIC ${glad_dir}/src/gl.c ${glad_dir}/include/glad/gl.h)
target_include_directories(ws_glad SYSTEM PUBLIC ${glad_dir}/include)
