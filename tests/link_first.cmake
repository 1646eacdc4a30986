# Tests are compiled without optimisation, and of an inline function or a template that test and
# library both compile, the linker takes the copy that it meets first. Where that is the test's, a
# test of the JSON files takes eleven times as long, and tests other code than the program runs.

# ws_libraries_of(RESULT TARGET…): our static libraries among the targets and what they link.
function(ws_libraries_of result)
  set(found "")
  foreach(target IN LISTS ARGN)
    get_target_property(type ${target} TYPE)
    if(target MATCHES "^ws_" AND type STREQUAL "STATIC_LIBRARY")
      list(APPEND found ${target})
    endif()
    get_target_property(linked ${target} INTERFACE_LINK_LIBRARIES)
    string(REGEX MATCHALL "ws_[a-z_]+" linked "${linked}")
    ws_libraries_of(below ${linked})
    list(APPEND found ${below})
  endforeach()
  list(REMOVE_DUPLICATES found)
  set(${result} ${found} PARENT_SCOPE)
endfunction()

# ws_link_first(TARGET LIBRARY…): the linker meets the libraries before the target's own objects.
function(ws_link_first target)
  ws_libraries_of(libraries ${ARGN})
  list(TRANSFORM libraries REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE files)
  list(JOIN files "," files)
  target_link_options(${target} PRIVATE LINKER:--whole-archive,${files},--no-whole-archive)
endfunction()
