# Layers are libraries, and a library sees only the headers of those it links: each gets an include
# folder of its own that holds links to the layers below. So `#include "src/io/..."` in models/
# does not compile, however the folders lie.

# In a unit of several files a local name may hide a name of another file: there only those count
# that hide a local one. The preset `files` looks for the others.
set(shadow_warning -Wshadow)
if(GPUMODEL_ROOMS_AS_UNITS AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  set(shadow_warning -Wshadow=local)
elseif(GPUMODEL_ROOMS_AS_UNITS)
  set(shadow_warning)
endif()
add_library(gpumodel_warnings INTERFACE)
target_compile_options(gpumodel_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion ${shadow_warning}
  $<$<BOOL:${GPUMODEL_WERROR}>:-Werror>)
# GCC 12 and 13, optimising, warn of overlapping and endless copies in their own operator+ of
# strings, where there are none (gcc.gnu.org/PR105329, PR105651): in releases, in an optimised engine, and
# in tests, as headers that were read ahead are not known to be the system's.
set(bogus_warnings)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 14)
  set(bogus_warnings -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow)
endif()
if(CMAKE_BUILD_TYPE STREQUAL Release)
  target_compile_options(gpumodel_warnings INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:${bogus_warnings}>)
  target_link_options(gpumodel_warnings INTERFACE ${bogus_warnings})
endif()

# Most of the time of a build goes into headers, and the files of a layer include the same ones: those
# of some rooms, folders, are compiled as one unit, which takes about as long as one room alone. So
# files of neighbouring rooms must not define the same name twice. Off (GPUMODEL_ROOMS_AS_UNITS), each
# file is compiled alone, as clangd and clang-tidy read them.
# gpumodel_compile_rooms_as_units(TARGET [how many rooms a unit has, 5 by default])
function(gpumodel_compile_rooms_as_units target)
  if(NOT GPUMODEL_ROOMS_AS_UNITS)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  set(rooms)
  set(rooms_of_a_unit 5)
  if(ARGC GREATER 1)
    set(rooms_of_a_unit ${ARGV1})
  endif()
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${folder} NORMALIZE)
    cmake_path(GET source PARENT_PATH room)
    if(NOT room IN_LIST rooms)
      list(APPEND rooms ${room})
    endif()
    list(FIND rooms ${room} index)
    math(EXPR unit "${index} / ${rooms_of_a_unit}")
    set_property(SOURCE ${source} TARGET_DIRECTORY ${target} PROPERTY UNITY_GROUP rooms_${unit})
  endforeach()
endfunction()

# gpumodel_precompile(TARGET headers of libraries...): read once for all units of the target, with the
# usual ones of the standard library. A file names what it uses all the same: preset `files` compiles
# without.
function(gpumodel_precompile target)
  target_precompile_headers(${target} PRIVATE
    <algorithm> <array> <cmath> <filesystem> <functional> <map> <memory> <optional> <set> <span>
    <string> <string_view> <variant> <vector> ${ARGN})
endfunction()

# What reads, asks, shows and tests does not gain from optimisation, and takes most of the time of a
# build.
function(gpumodel_build_quickly target)
  if(CMAKE_BUILD_TYPE STREQUAL Release)
    target_compile_options(${target} PRIVATE -O1)
  endif()
endfunction()

# gpumodel_add_layer(NAME PATH path/of/the/layer SOURCES ... DEPENDS other layers ... USES libraries)
function(gpumodel_add_layer name)
  cmake_parse_arguments(layer "" "PATH" "SOURCES;DEPENDS;USES" ${ARGN})
  add_library(${name} STATIC ${layer_SOURCES})
  set(view ${PROJECT_BINARY_DIR}/include/${name})
  cmake_path(GET layer_PATH PARENT_PATH parent)
  file(MAKE_DIRECTORY ${view}/${parent})
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${layer_PATH} ${view}/${layer_PATH} SYMBOLIC)
  target_include_directories(${name} PUBLIC ${view})
  target_link_libraries(${name} PUBLIC ${layer_DEPENDS} PRIVATE ${layer_USES} gpumodel_warnings)
  if(NOT layer_PATH MATCHES "^models/")
    gpumodel_build_quickly(${name})
  endif()
  # Tests spend their time in the engine.
  if(GPUMODEL_FAST_ENGINE AND layer_PATH MATCHES "^models/")
    target_compile_options(${name} PRIVATE -O2 ${bogus_warnings})
  endif()
  # May become a part of the library, by the same objects.
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
endfunction()
