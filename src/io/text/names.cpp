#include "src/io/text/names.hpp"

#include <algorithm>
#include <cctype>

namespace gpumodel {
namespace {

bool is_identifier(std::string_view name) {
  const auto word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  return !name.empty() && std::isdigit(static_cast<unsigned char>(name.front())) == 0 &&
         std::ranges::all_of(name, word);
}

}  // namespace

void check_name(const Node& name, Problems& problems) {
  if (is_identifier(name.text)) return;
  problems.add("name-wrong", name, "'" + name.text + "' cannot be a name",
               {"a name is letters, digits and _, and starts with no digit"});
}

}  // namespace gpumodel
