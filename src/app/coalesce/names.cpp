#include "src/app/coalesce/names.hpp"

#include <algorithm>

#include "models/access/warp_coordinates.hpp"
#include "src/io/library/parameters.hpp"
#include "src/io/text/nearest.hpp"

namespace gpumodel {
namespace {

class NameBinder {
 public:
  NameBinder(AskedAccesses& asked, const CoalesceAsk& ask) : asked_(asked), ask_(ask) {}

  // Parameters are the names that are no coordinates; i, j, k and tid may be redefined.
  std::vector<std::pair<std::string, Number>> bind() {
    ParameterNames known{"the expression", "names it uses that can be set", {}};
    for_expressions([&](Expression& expression, const Argument&, std::size_t) {
      for (const Expression::Name& name : expression.names()) {
        const bool free = !is_coordinate(name.text) || is_short_coordinate(name.text);
        const bool listed = std::ranges::find(known.names, name.text) != known.names.end();
        if (free && !listed) known.names.push_back(name.text);
      }
    });
    const auto values = parse_parameters(ask_.definitions, known);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (values[i]) parameters_.emplace_back(known.names[i], *values[i]);
    }
    for_expressions([&](Expression& expression, const Argument& argument, std::size_t column) {
      for (Expression::Name& name : expression.names()) bind_name(name, argument, column);
    });
    faults_.throw_if_any();
    return std::move(parameters_);
  }

 private:
  // Calls `use(expression, argument, column of its text)` for every expression.
  template <class Use>
  void for_expressions(Use use) {
    for (AskedAccess& one : asked_.accesses) {
      for (auto& index : one.access.indices) use(index.expression, one.argument, index.column);
    }
    if (asked_.guard) use(*asked_.guard, Argument{"--where", ask_.where}, std::size_t{0});
  }

  static bool is_coordinate(const std::string& name) {
    return std::ranges::find(coordinate_names, name) != coordinate_names.end();
  }

  void bind_name(Expression::Name& name, const Argument& argument, std::size_t column) {
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      if (parameters_[i].first == name.text) {
        name.slot = static_cast<std::int32_t>(coordinate_names.size() + i);
        return;
      }
    }
    const auto found = std::ranges::find(coordinate_names, name.text);
    if (found != coordinate_names.end()) {
      name.slot = static_cast<std::int32_t>(found - coordinate_names.begin());
      return;
    }
    const std::vector<std::string> all(coordinate_names.begin(), coordinate_names.end());
    // Of two letters everything is one slip away.
    std::vector<std::string> hints =
        name.text.size() > 2 ? did_you_mean(name.text, all) : std::vector<std::string>{};
    hints.push_back("give it a value: -D " + name.text + "=1024");
    hints.emplace_back(
        "known: i j k lane warp thread.x block.x block_index.x global.x (also .y .z)");
    faults_.add("expression-unknown-name", argument,
                {"unknown name '" + name.text + "'", {}, name.column + column, name.text.size()},
                std::move(hints));
  }

  AskedAccesses& asked_;
  const CoalesceAsk& ask_;
  std::vector<std::pair<std::string, Number>> parameters_;
  ArgumentFaults faults_;
};

}  // namespace

std::vector<std::pair<std::string, Number>> bind_names(AskedAccesses& asked,
                                                       const CoalesceAsk& ask) {
  return NameBinder(asked, ask).bind();
}

}  // namespace gpumodel
