# One ctest test per GoogleTest suite: tests of a suite share a process, and with it the fonts and the
# off-screen context, which cost most tests that draw more than the test itself. Included, this file
# offers ws_test_suites; run as a script after an executable is linked, it asks it for its suites.

# ws_test_suites(TARGET [SHARDS N] [LONG SUITE…] [ONCE SUITE…] [COMPILER SUITE…] [SCALE SUITE…]): a ctest
# test of its name for each suite; no other target may have a suite of that name. Those that LONG names
# begin first, so that none is left to run alone at the end, and have the label "long". ONCE gives the labels "once" and "compiler",
# COMPILER and SCALE their own. With SHARDS only what is named is a test of its own; N processes share the
# other suites.
function(ws_test_suites target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SHARDS" "LONG;ONCE;COMPILER;SCALE")
  set(tests_file "${CMAKE_CURRENT_BINARY_DIR}/${target}_suites.cmake")
  add_custom_command(TARGET ${target} POST_BUILD BYPRODUCTS "${tests_file}" VERBATIM
    COMMAND ${CMAKE_COMMAND} -D "target=${target}" -D "executable=$<TARGET_FILE:${target}>"
      -D "tests_file=${tests_file}" -D "folder=${CMAKE_CURRENT_BINARY_DIR}/suites/${target}"
      -D "shards=${arg_SHARDS}" -D "long=${arg_LONG}" -D "once=${arg_ONCE}"
      -D "compiler=${arg_COMPILER}" -D "scale=${arg_SCALE}" -P "${CMAKE_CURRENT_FUNCTION_LIST_FILE}")
  set(include_file "${CMAKE_CURRENT_BINARY_DIR}/${target}_include.cmake")
  file(WRITE "${include_file}" "if(EXISTS \"${tests_file}\")\n  include(\"${tests_file}\")\n"
    "else()\n  add_test(${target}_NOT_BUILT ${target}_NOT_BUILT)\nendif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${include_file}")
endfunction()

if(NOT CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  return()
endif()
cmake_minimum_required(VERSION 3.25)

# Not a suite of which every test is disabled: it would pass without having run one.
set(disabled "DISABLED_*:*/DISABLED_*:*.DISABLED_*")
file(REMOVE "${tests_file}")  # where this script fails, ctest finds no test and fails too
execute_process(COMMAND "${executable}" --gtest_list_tests "--gtest_filter=-${disabled}" TIMEOUT 120
  OUTPUT_VARIABLE listed COMMAND_ERROR_IS_FATAL ANY)

# "Suite.", or "Suite/0.  # TypeParam = int", and below it the indented names of its tests.
string(REGEX MATCHALL "\n[A-Za-z0-9_/]+\\.( +#[^\n]*)?\n  " suites "\n${listed}")
list(TRANSFORM suites REPLACE "^\n([^.]+).*" "\\1")
if("${suites}" STREQUAL "")
  message(FATAL_ERROR "${executable} lists no suite:\n${listed}")
endif()
set(named ${long} ${once} ${compiler} ${scale})
list(REMOVE_DUPLICATES named)
foreach(suite IN LISTS named)
  if(NOT suite IN_LIST suites)
    message(FATAL_ERROR "${executable} has no suite ${suite}, which tests/CMakeLists.txt names")
  endif()
endforeach()

set(tests "")
# add(NAME FILTER COST [VARIABLE=VALUE…])
function(add name filter cost)
  string(REPLACE "/" "." own_folder "${name}")
  set(own_folder "${folder}/${own_folder}/")  # tests run side by side, and write files
  file(MAKE_DIRECTORY "${own_folder}")
  list(JOIN ARGN ";" environment)
  set(labels "")
  if(name IN_LIST once)
    list(APPEND labels once compiler)
  elseif(name IN_LIST compiler)
    list(APPEND labels compiler)
  endif()
  foreach(label IN ITEMS scale long)
    if(name IN_LIST ${label})
      list(APPEND labels ${label})
    endif()
  endforeach()
  string(APPEND tests
    "add_test([=[${name}]=] [=[${executable}]=] [=[--gtest_filter=${filter}]=] --gtest_brief=1)\n"
    "set_tests_properties([=[${name}]=] PROPERTIES COST ${cost} LABELS [=[${labels}]=]\n"
    "  ENVIRONMENT [=[TEST_TMPDIR=${own_folder};LC_ALL=C.UTF-8;LANGUAGE=;${environment}]=])\n")
  set(tests "${tests}" PARENT_SCOPE)
endfunction()

foreach(suite IN LISTS named)
  set(cost 50)
  if(suite IN_LIST long)
    set(cost 100)
  endif()
  add("${suite}" "${suite}.*" ${cost})
endforeach()
list(REMOVE_ITEM suites ${named})
if("${shards}" STREQUAL "")
  foreach(suite IN LISTS suites)
    add("${suite}" "${suite}.*" 0)
  endforeach()
else()
  list(TRANSFORM named REPLACE "(.+)" ":\\1.*" OUTPUT_VARIABLE excluded)
  list(JOIN excluded "" excluded)
  math(EXPR last "${shards} - 1")
  foreach(shard RANGE ${last})
    add("${target}.${shard}" "*-${disabled}${excluded}" 10 GTEST_TOTAL_SHARDS=${shards} GTEST_SHARD_INDEX=${shard})
  endforeach()
endif()
file(WRITE "${tests_file}" "${tests}")
