#include "src/describe/structure/wide_loads.hpp"

#include <algorithm>

#include "src/describe/program/visit.hpp"

namespace gpumodel::describe {
namespace {

constexpr std::int64_t widest = 16;  // B
constexpr const char* why =
    "ptxas reads 16 B of shared memory at once in rounds that it writes out";

Formula without_lets(const Formula& formula, const std::map<std::string, Formula>& lets) {
  return substitute(formula, [&](const Atom& atom) -> std::optional<Formula> {
    const auto found = lets.find(atom.key);
    if (atom.role != Role::let || found == lets.end()) return std::nullopt;
    return without_lets(found->second, lets);
  });
}

// The counter moves the address by one word a round, and the rest of it is aligned.
bool runs_along(const Formula& bytes, const std::string& counter, std::int64_t size) {
  bool along = false;
  for (const auto& [monomial, coefficient] : bytes.terms()) {
    const bool alone = monomial.size() == 1 && monomial[0]->key == counter;
    if (alone && coefficient == size) {
      along = true;
      continue;
    }
    Formula term(1);
    for (const AtomPtr& atom : monomial) term = term * Formula(atom);
    if (term.mentions(counter) || coefficient % widest != 0) return false;
  }
  return along;
}

Formula moved(const Formula& formula, const std::string& counter, std::int64_t words,
              std::int64_t by) {
  return substitute(formula, [&](const Atom& atom) -> std::optional<Formula> {
    if (atom.key != counter || atom.role != Role::loop) return std::nullopt;
    return symbol(counter, Role::loop) * Formula(words) + Formula(by);
  });
}

class Widener {
 public:
  explicit Widener(Program& program) : program_(program) {
    each_statement(program.body, [&](const Statement& s) {
      if (s.kind == Statement::Kind::let) lets_[s.name] = s.value;
    });
  }
  void run() {
    each_statement(program_.body, [&](Statement& s) {
      if (s.kind == Statement::Kind::loop && s.unroll == 0) widen(s);
    });
  }

 private:
  bool is_wide(const Statement& s, const std::string& counter, std::int64_t size) const {
    if (s.kind != Statement::Kind::access || s.access.kind != AccessKind::load) return false;
    if (s.access.size != size || !s.access.read_name.empty()) return false;
    const Array& array = program_.arrays[s.access.array];
    return array.space == Space::shared && array.members.empty() &&
           runs_along(without_lets(s.access.bytes, lets_), counter, size);
  }

  void widen(Statement& loop) {
    const auto rounds = (loop.end - loop.value).constant();
    if (!rounds || loop.step.constant() != 1 || loop.value.constant() != 0) return;
    const bool plain = std::ranges::all_of(loop.body, [](const Statement& s) {
      return s.kind == Statement::Kind::access || s.kind == Statement::Kind::operations;
    });
    if (!plain) return;
    for (const std::int64_t size : {std::int64_t{4}, std::int64_t{8}}) {
      const std::int64_t words = widest / size;
      const auto wide = [&](const Statement& s) { return is_wide(s, loop.name, size); };
      if (*rounds % words != 0 || std::ranges::none_of(loop.body, wide)) continue;
      Statements body;
      for (Statement& s : loop.body) {
        if (s.kind == Statement::Kind::operations) {
          for (auto& [pipe, kinds] : s.operations)
            for (auto& [kind, count] : kinds) count *= words;
          body.push_back(std::move(s));
          continue;
        }
        const bool one = wide(s);
        for (std::int64_t i = 0; i < (one ? 1 : words); ++i) {
          Statement copy = s;
          Formula& bytes = copy.access.bytes;
          bytes = moved(one ? without_lets(bytes, lets_) : bytes, loop.name, words, i);
          const Formula counter = symbol(loop.name, Role::loop);
          copy.access.facts.push_back(counter);
          copy.access.facts.push_back(Formula(*rounds / words - 1) - counter);
          if (one) as_vector(copy.access, words);
          body.push_back(std::move(copy));
        }
      }
      loop.body = std::move(body);
      loop.end = Formula(*rounds / words);
      return;
    }
  }

  void as_vector(Access& access, std::int64_t words) {
    const Array original = program_.arrays[access.array];
    const std::string type = original.type + "x" + std::to_string(words);
    const std::string name = original.name + "_" + type;
    access.type = type;
    access.size = widest;
    access.certainty.assumed.insert(why);
    for (std::size_t i = 0; i < program_.arrays.size(); ++i) {
      if (program_.arrays[i].name != name) continue;
      access.array = i;
      return;
    }
    Array view = original;
    view.name = name;
    view.type = type;
    view.element_bytes = widest;
    view.view = true;
    if (!view.declared.empty() && view.declared.back() % words == 0) {
      view.declared.back() /= words;
    } else {
      view.declared.clear();
    }
    access.array = program_.arrays.size();
    program_.arrays.push_back(std::move(view));
  }

  Program& program_;
  std::map<std::string, Formula> lets_;
};

}  // namespace

void widen_shared_loads(Program& program) {
  Widener(program).run();
}

}  // namespace gpumodel::describe
