#include "src/describe/regions/directive.hpp"

#include <algorithm>
#include <cctype>

namespace gpumodel::describe {

bool in_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

namespace {

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\n");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t\n") + 1 - first));
}

// `grid->u` and `grid.u` are called grid_u, `this->u` is u: as arrays of structures are.
std::string name_of_member(const std::string& path) {
  std::string name;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const bool arrow = path.compare(i, 2, "->") == 0;
    if (arrow) ++i;
    if (arrow || path[i] == '.')
      name = name == "this" ? "" : name + "_";
    else
      name += path[i];
  }
  return name;
}

// The end of what the parenthesis at `open` encloses.
std::size_t closing(const std::string& text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth == 0) return i;
  }
  return text.size();
}

std::vector<Clause> read_clauses(const std::string& text) {
  std::vector<Clause> all;
  for (std::size_t at = 0; at < text.size();) {
    if (!in_word(text[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && in_word(text[end])) ++end;
    Clause clause{text.substr(at, end - at), {}};
    at = end;
    const std::size_t open = text.find_first_not_of(" \t", end);
    if (open != std::string::npos && text[open] == '(') {
      const std::size_t close = closing(text, open);
      clause.argument = trimmed(std::string_view(text).substr(open + 1, close - open - 1));
      at = close + 1;
    }
    all.push_back(std::move(clause));
  }
  return all;
}

bool for_devices(const Clause& clause) {
  return clause.name == "device_type" || clause.name == "dtype";
}

// Clauses behind device_type(nvidia) are about this device, behind another's about that; those for
// all others count where nvidia has none.
void take_device_types(std::vector<Clause>& clauses) {
  const auto names = [](const Clause& clause, std::string_view device) {
    return for_devices(clause) && clause.argument.find(device) != std::string::npos;
  };
  const bool own = std::ranges::any_of(clauses, [&](auto& c) { return names(c, "nvidia"); });
  bool taken = true;
  std::vector<Clause> kept;
  for (Clause& clause : clauses) {
    if (for_devices(clause))
      taken = names(clause, "nvidia") || (!own && (names(clause, "*") || names(clause, "default")));
    else if (taken)
      kept.push_back(std::move(clause));
  }
  clauses = std::move(kept);
}

}  // namespace

const Clause* Directive::find(std::string_view name) const {
  const auto found = std::ranges::find(clauses, name, &Clause::name);
  return found == clauses.end() ? nullptr : &*found;
}

Directive read_directive(const std::string& text) {
  Directive directive;
  directive.text = trimmed(text);
  directive.clauses = read_clauses(directive.text);
  take_device_types(directive.clauses);
  const auto take = [&] { directive.clauses.erase(directive.clauses.begin()); };
  if (directive.clauses.empty()) return directive;
  directive.construct = directive.clauses.front().name;
  take();
  const bool twice = directive.construct == "enter" || directive.construct == "exit";
  if (directive.clauses.empty()) return directive;
  if (twice) {
    directive.construct += " " + directive.clauses.front().name;
    take();
  } else if (directive.computes() && directive.clauses.front().name == "loop") {
    directive.loop = true;
    take();
  }
  return directive;
}

std::vector<Section> sections_of(const std::string& argument) {
  std::vector<Section> all;
  for (std::size_t open = 0; (open = argument.find('[', open)) != std::string::npos; ++open) {
    const std::size_t colon = argument.find(':', open), close = argument.find(']', open);
    if (colon == std::string::npos || close == std::string::npos || colon > close) continue;
    std::size_t begin = open;
    while (begin > 0 && argument[begin - 1] == ' ') --begin;
    const std::size_t end = begin;
    while (begin > 0 && (in_word(argument[begin - 1]) || argument[begin - 1] == '.' ||
                         argument[begin - 1] == '>' || argument[begin - 1] == '-'))
      --begin;
    const std::string first = trimmed(argument.substr(open + 1, colon - open - 1));
    const bool of_rows = close + 1 < argument.size() && argument[close + 1] == '[';
    if (begin == end || of_rows || (!first.empty() && first != "0")) continue;
    all.push_back({name_of_member(argument.substr(begin, end - begin)),
                   trimmed(argument.substr(colon + 1, close - colon - 1))});
  }
  return all;
}

std::vector<std::string> variables_of(const std::string& argument) {
  std::vector<std::string> names;
  int depth = 0;
  std::string name;
  // `readonly: a` and `+ : sum` have what is meant behind the colon.
  const std::size_t colon = argument.find(':'), bracket = argument.find('[');
  const std::size_t from = colon < bracket ? colon + 1 : 0;
  for (const char c : argument.substr(from) + ",") {
    if (c == '[' || c == '(') ++depth;
    if (depth == 0 && c == ',') {
      if (!trimmed(name).empty()) names.push_back(name_of_member(trimmed(name)));
      name.clear();
    } else if (depth == 0) {
      name += c;
    }
    if (c == ']' || c == ')') --depth;
  }
  return names;
}

}  // namespace gpumodel::describe
