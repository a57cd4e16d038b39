# gpumodel_embed(OUT FILES path/of/a/folder/*.md HEADER h TYPE T FUNCTION f): the files as one C++
# source, where `std::span<const T> f()` is a table of the stem and the text of each.
function(gpumodel_embed out)
  cmake_parse_arguments(embed "" "FILES;HEADER;TYPE;FUNCTION" "" ${ARGN})
  file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${embed_FILES})
  list(SORT files)
  set(rows "")
  foreach(file IN LISTS files)
    cmake_path(GET file STEM name)
    file(READ ${file} text)
    # A literal of a view knows its length: counting so many characters is beyond what clang allows
    # a constant expression.
    string(APPEND rows "    {\"${name}\", R\"file(${text})file\"sv},\n")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  endforeach()
  set(source ${PROJECT_BINARY_DIR}/generated/${embed_FUNCTION}.cpp)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
"// Generated from @embed_FILES@ by cmake/embed.cmake.
#include \"@embed_HEADER@\"

#include <array>

namespace gpumodel {

using std::string_view_literals::operator\"\"sv;

std::span<const @embed_TYPE@> @embed_FUNCTION@() {
  static constexpr auto table = std::to_array<@embed_TYPE@>({
@rows@  });
  return table;
}

}  // namespace gpumodel
")
  set(${out} ${source} PARENT_SCOPE)
endfunction()
