# Writes what the list of families in kernels/families.hpp stands for. Each family's programs for each
# machine are a generated source of their own: they are what compiles for long, and so they compile
# side by side and only when their family changes.
set(family_list ${PROJECT_SOURCE_DIR}/kernels/families.hpp)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${family_list})
file(STRINGS ${family_list} family_lines REGEX "^ +struct [A-Za-z0-9]+Family[,>]")
file(GLOB family_rivals CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}
  ${PROJECT_SOURCE_DIR}/kernels/*/rivals.hpp)

set(generated ${CMAKE_BINARY_DIR}/programs)
function(ws_generated_source file content)
  file(CONFIGURE OUTPUT ${generated}/${file} CONTENT "${content}" @ONLY)
  target_sources(ws_run PRIVATE ${generated}/${file})
  # Alone, so that a change of one kernel compiles one family.
  set_source_files_properties(${generated}/${file} TARGET_DIRECTORY ws_run PROPERTIES
    SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

function(ws_programs folder type machine header extension)
  ws_generated_source(${folder}_${machine}${extension}
"#include \"instrumentation/run/${header}\"
#include \"kernels/family_programs.hpp\"
#include \"kernels/${folder}/family.hpp\"

namespace warpscope {
template void add_family_programs<${type}>(ProgramTable<${machine}>& table);
}  // namespace warpscope
")
endfunction()

set(family_includes "")
foreach(line IN LISTS family_lines)
  string(REGEX MATCH "([A-Za-z0-9]+)Family" type "${line}")
  string(REGEX REPLACE "([a-z0-9])([A-Z])" "\\1_\\2" folder "${CMAKE_MATCH_1}")
  string(TOLOWER "${folder}" folder)
  string(APPEND family_includes "#include \"kernels/${folder}/family.hpp\"\n")
  ws_programs(${folder} ${type} EmulatorMachine emulator_machine.hpp .cpp)
  if(WARPSCOPE_HAS_CUDA)
    ws_programs(${folder} ${type} NativeMachine native_machine.cuh .cu)
    ws_programs(${folder} ${type} TracedMachine traced_machine.cuh .cu)
  endif()
endforeach()

# For what needs every family at once.
file(CONFIGURE OUTPUT ${generated}/all_families.hpp @ONLY CONTENT
"#pragma once
${family_includes}")
list(TRANSFORM family_rivals REPLACE "(.+)" "#include \"\\1\"\n" OUTPUT_VARIABLE rival_includes)
list(JOIN rival_includes "" rival_includes)
ws_generated_source(families.cpp
"#include \"all_families.hpp\"
#include \"kernels/family_entry.hpp\"
${rival_includes}
namespace warpscope {
std::span<const FamilyEntry> families() {
  static const std::vector<FamilyEntry> all = entries_of(Families{});
  return all;
}
}  // namespace warpscope
")
