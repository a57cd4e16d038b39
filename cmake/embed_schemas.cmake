# Turns src/view/schemas/*.json into one C++ source with a table of them.
function(gpumodel_embed_schemas out)
  set(folder ${PROJECT_SOURCE_DIR}/src/view/schemas)
  file(GLOB files CONFIGURE_DEPENDS ${folder}/*.json)
  list(SORT files)
  set(rows "")
  foreach(file IN LISTS files)
    cmake_path(GET file STEM name)
    file(READ ${file} text)
    # A literal of a view knows its length: counting so many characters is beyond what clang allows
    # a constant expression.
    string(APPEND rows "    {\"${name}\", R\"schema(${text})schema\"sv},\n")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  endforeach()
  set(source ${PROJECT_BINARY_DIR}/generated/schemas.cpp)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
"// Generated from src/view/schemas by cmake/embed_schemas.cmake.
#include \"src/view/common/schemas.hpp\"

#include <array>

namespace gpumodel {

using std::string_view_literals::operator\"\"sv;

std::span<const Schema> schemas() {
  static constexpr auto table = std::to_array<Schema>({
@rows@  });
  return table;
}

}  // namespace gpumodel
")
  set(${out} ${source} PARENT_SCOPE)
endfunction()
