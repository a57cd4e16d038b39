#include "src/describe/structure/wide_loads.hpp"

#include <algorithm>
#include <iterator>
#include <map>

#include "src/describe/program/visit.hpp"

namespace gpumodel::describe {
namespace {

constexpr std::int64_t widest = 16;  // B
constexpr const char* why =
    "ptxas reads 16 B of shared memory at once in rounds that it writes out";
constexpr const char* why_beside = "nvcc reads neighbouring words of shared memory at once";

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
    join_neighbours(program_.body);
  }

 private:
  bool is_shared_load(const Statement& s, std::int64_t size) const {
    if (s.kind != Statement::Kind::access || s.access.kind != AccessKind::load) return false;
    if (s.access.size != size || !s.access.read_name.empty() || !s.access.rows.empty())
      return false;
    const Array& array = program_.arrays[s.access.array];
    return array.space == Space::shared && array.members.empty();
  }
  bool is_wide(const Statement& s, const std::string& counter, std::int64_t size) const {
    return is_shared_load(s, size) &&
           runs_along(without_lets(s.access.bytes, lets_), counter, size);
  }

  // Loads that nothing stands between which could change what they read.
  void join_neighbours(Statements& statements) {
    for (std::size_t first = 0; first < statements.size();) {
      std::size_t end = first;
      while (end < statements.size() && lets_pass(statements[end])) ++end;
      for (const std::int64_t size : {std::int64_t{4}, std::int64_t{8}})
        join_neighbours(statements, first, end, size);
      first = end + 1;
    }
    std::erase_if(statements, [](const Statement& s) {  // moved into another
      return s.kind == Statement::Kind::access && s.access.size == 0;
    });
    for (Statement& s : statements) join_neighbours(s.body), join_neighbours(s.other);
  }
  bool lets_pass(const Statement& s) const {
    using Kind = Statement::Kind;
    if (s.kind == Kind::operations || s.kind == Kind::let || s.kind == Kind::spill) return true;
    if (s.kind != Kind::access) return false;
    return s.access.kind == AccessKind::load ||
           program_.arrays[s.access.array].space != Space::shared;
  }

  void join_neighbours(Statements& statements, std::size_t first, std::size_t end,
                       std::int64_t size) {
    struct Neighbours {
      std::int64_t aligned = 0;
      std::map<std::int64_t, Statement*> loads{};  // by the byte
    };
    // By the array, and by what of the address differs from thread to thread.
    std::map<std::pair<std::size_t, std::string>, Neighbours> groups;
    for (std::size_t i = first; i < end; ++i) {
      Statement& s = statements[i];
      if (!is_shared_load(s, size)) continue;
      const Formula bytes = without_lets(s.access.bytes, lets_);
      const std::int64_t at = bytes.constant_term();
      const Formula varies = bytes - Formula(at);
      const std::int64_t aligned = alignment_of(varies);
      if (at < 0 || aligned < 2 * size) continue;
      Neighbours& group = groups[{s.access.array, text(varies)}];
      group.aligned = aligned;
      group.loads.try_emplace(at, &s);
    }
    for (auto& [key, group] : groups) {
      auto& [aligned, loads] = group;
      const bool whole = program_.arrays[key.first].declared_bytes.value_or(1) % widest == 0;
      for (std::int64_t width = aligned; width > size; width /= 2) {
        // A word that nobody needs is read, too, where all others of 16 B are needed.
        const std::int64_t words = width / size;
        const std::int64_t least = words == 4 && whole ? 3 : words;
        for (std::int64_t at = 0; !loads.empty() && at <= loads.rbegin()->first; at += width)
          join(loads, at, words, size, least);
      }
    }
  }
  static std::int64_t alignment_of(const Formula& varies) {
    std::int64_t aligned = widest;
    for (const auto& [monomial, coefficient] : varies.terms())
      while (coefficient % aligned != 0) aligned /= 2;
    return aligned;
  }
  void join(std::map<std::int64_t, Statement*>& loads, std::int64_t at, std::int64_t words,
            std::int64_t size, std::int64_t least) {
    const auto first = loads.lower_bound(at), last = loads.lower_bound(at + words * size);
    if (std::distance(first, last) < least) return;
    Statement* earliest = first->second;
    for (auto each = first; each != last; ++each) earliest = std::min(earliest, each->second);
    const Formula bytes = without_lets(first->second->access.bytes, lets_);
    for (auto each = first; each != last; ++each) each->second->access.size = 0;
    earliest->access.bytes = bytes - Formula(first->first) + Formula(at);
    as_vector(earliest->access, words, size, why_beside);
    loads.erase(first, last);
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
          s.steps *= words;
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
          if (one) as_vector(copy.access, words, size, why);
          body.push_back(std::move(copy));
        }
      }
      loop.body = std::move(body);
      loop.end = Formula(*rounds / words);
      return;
    }
  }

  void as_vector(Access& access, std::int64_t words, std::int64_t size, const char* rule) {
    const Array original = program_.arrays[access.array];
    const std::string type = original.type + "x" + std::to_string(words);
    const std::string name = original.name + "_" + type;
    access.type = type;
    access.size = words * size;
    access.certainty.assumed.insert(rule);
    for (std::size_t i = 0; i < program_.arrays.size(); ++i) {
      if (program_.arrays[i].name != name) continue;
      access.array = i;
      return;
    }
    Array view = original;
    view.name = name;
    view.type = type;
    view.element_bytes = words * size;
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
