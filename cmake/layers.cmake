# Layers are libraries, and a library sees only the headers of those it links: each gets an include
# folder of its own that holds links to the layers below. So `#include "src/input/..."` in models/
# does not compile, however the folders lie.

add_library(gpumodel_warnings INTERFACE)
target_compile_options(gpumodel_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow
  $<$<BOOL:${GPUMODEL_WERROR}>:-Werror>)

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
endfunction()
