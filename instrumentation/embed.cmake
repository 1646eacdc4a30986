# Embeds files in the binary: kernels (a trace carries its source), shaders, lessons, starters, the
# glossary, measurements and fonts. One generated C++ file pulls them in with .incbin;
# instrumentation/run/embedded.hpp finds them by path. A changed file rebuilds it, a new file configures again.
foreach(font Inter-Regular.otf Inter-SemiBold.otf JetBrainsMono-Regular.ttf)
  find_file(FONT_${font} ${font}
    PATHS /usr/share/fonts $ENV{HOME}/.local/share/fonts
    PATH_SUFFIXES opentype/inter truetype/jetbrains-mono inter jetbrains-mono
    NO_DEFAULT_PATH)
  if(NOT FONT_${font})
    message(FATAL_ERROR "The font ${font} was not found. Install fonts-inter and "
      "fonts-jetbrains-mono (Debian, Ubuntu), or put it into ~/.local/share/fonts.")
  endif()
  list(APPEND embedded_entries "fonts/${font}!${FONT_${font}}")
endforeach()

foreach(pattern shaders/*.glsl shaders/*.vert shaders/*.frag kernels/*.cuh assets/lessons/*
                assets/course.yaml assets/glossary.yaml assets/starters/*.cu assets/starters/*.yaml
                assets/twins/*.cuh assets/measurements/*.json instrumentation/program/include/*
                instrumentation/program/abi/*)
  file(GLOB_RECURSE paths CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}
    ${PROJECT_SOURCE_DIR}/${pattern})
  # Only tests read them, and they are large.
  list(FILTER paths EXCLUDE REGEX "/(bank_patterns|shared_atomics)\\.json$")
  # Proofs on a second card: the window shows those of the H200.
  list(FILTER paths EXCLUDE REGEX "/h100/(counters|parity)\\.json$")
  foreach(path IN LISTS paths)
    list(APPEND embedded_entries "${path}!${PROJECT_SOURCE_DIR}/${path}")
  endforeach()
endforeach()
# Catalogues of messages, by language: po/update writes them from the sources.
find_program(MSGFMT msgfmt REQUIRED)
file(GLOB catalogues CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/po/*.po)
foreach(catalogue IN LISTS catalogues)
  cmake_path(GET catalogue STEM language)
  set(compiled ${CMAKE_BINARY_DIR}/po/${language}.mo)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/po)
  add_custom_command(OUTPUT ${compiled} DEPENDS ${catalogue}
    COMMAND ${MSGFMT} --check --endianness=little -o ${compiled} ${catalogue} VERBATIM)
  list(APPEND embedded_entries "po/${language}.mo!${compiled}")
endforeach()
# The lookup is a binary search by path; "!" sorts before whatever a longer path goes on with.
list(SORT embedded_entries COMPARE STRING)

set(number 0)
foreach(entry IN LISTS embedded_entries)
  string(REPLACE "!" ";" entry "${entry}")
  list(GET entry 0 path)
  list(GET entry 1 file)
  string(APPEND embedded_data "  \".balign 16\\nws_file_${number}: .incbin \\\"${file}\\\"\\n\"\n"
                              "  \"ws_file_${number}_end: .byte 0\\n\"\n")
  string(APPEND embedded_symbols
    "extern const std::byte ws_file_${number}[], ws_file_${number}_end[];\n")
  string(APPEND embedded_table
    "    {\"${path}\", ws_file_${number}, ws_file_${number}_end},\n")
  list(APPEND embedded_files ${file})
  math(EXPR number "${number} + 1")
endforeach()
set(embedded_cpp ${CMAKE_BINARY_DIR}/embedded/embedded_files.cpp)
configure_file(run/embedded_files.cpp.in ${embedded_cpp} @ONLY)
set_source_files_properties(${embedded_cpp} PROPERTIES OBJECT_DEPENDS "${embedded_files}"
  COMPILE_OPTIONS -Wno-overlength-strings)

add_library(ws_embedded STATIC run/embedded.cpp ${embedded_cpp})
target_link_libraries(ws_embedded PUBLIC ws_options)
# A compiler cache sees the path of an embedded file, not its content.
set_target_properties(ws_embedded PROPERTIES CXX_COMPILER_LAUNCHER "")
