# The programs of each family for each machine, every one in a generated file of its own: they are
# what compiles for long, and so they compile side by side and only when their family changes.
set(families reduce scan histogram sort matrix memory solver)

set(generated ${CMAKE_BINARY_DIR}/programs)
function(ws_programs family machine header extension)
  set(file ${generated}/${family}_${machine}${extension})
  file(CONFIGURE OUTPUT ${file} CONTENT "#include \"instrumentation/run/${header}\"
#include \"kernels/catalogue.hpp\"
#include \"kernels/${family}/family.hpp\"

namespace warpscope {
template void add_${family}_programs(ProgramTable<${machine}>& table);
}  // namespace warpscope
")
  target_sources(ws_run PRIVATE ${file})
  # Alone, so that a change of one kernel compiles one family.
  set_source_files_properties(${file} TARGET_DIRECTORY ws_run PROPERTIES
    SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

foreach(family IN LISTS families)
  ws_programs(${family} EmulatorMachine emulator_machine.hpp .cpp)
  if(WARPSCOPE_HAS_CUDA)
    ws_programs(${family} NativeMachine native_machine.cuh .cu)
    ws_programs(${family} TracedMachine traced_machine.cuh .cu)
  endif()
endforeach()
