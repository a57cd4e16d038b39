#include "src/describe/structure/tidy.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "src/describe/formula/proof.hpp"
#include "src/describe/program/steps.hpp"
#include "src/describe/program/visit.hpp"
#include "src/describe/structure/known_conditions.hpp"

namespace gpumodel::describe {

bool only_names(const Statements& statements) {
  return std::ranges::all_of(statements, [](const Statement& s) {
    return s.kind == Statement::Kind::let || s.kind == Statement::Kind::draw;
  });
}

namespace {

using Kind = Statement::Kind;

bool without_operations(const Operations& operations) {
  return std::ranges::all_of(operations, [](const auto& pipe) { return pipe.second.empty(); });
}

bool is_empty(const Statement& s) {
  switch (s.kind) {
    case Kind::operations:
      return without_operations(s.operations);
    case Kind::loop:
      return only_names(s.body);
    case Kind::branch:
      return only_names(s.body) && only_names(s.other);
    default:
      return false;
  }
}

void drop(Statements& statements) {
  for (Statement& s : statements) {
    drop(s.body);
    drop(s.other);
    if (s.kind != Kind::branch || !only_names(s.body) || only_names(s.other)) continue;
    std::swap(s.body, s.other);
    s.other.clear();
    s.condition = s.condition.negated();
    s.otherwise = !s.otherwise;
  }
  for (Statement& s : statements)
    if (s.kind == Kind::branch && only_names(s.other)) s.other.clear();
  Statements kept;
  for (Statement& s : statements) {
    if (!is_empty(s)) {
      kept.push_back(std::move(s));
      continue;
    }
    for (Statements* way : {&s.body, &s.other})  // what is drawn may be used behind it
      for (Statement& each : *way)
        if (each.kind == Kind::draw) kept.push_back(std::move(each));
  }
  statements = std::move(kept);
}

using Lets = std::map<std::string, Formula>;

Formula plain_of(const Formula& formula, const Lets& lets) {
  return substitute(formula, [&](const Atom& atom) -> std::optional<Formula> {
    const auto found = lets.find(atom.key);
    if (atom.role != Role::let || found == lets.end()) return std::nullopt;
    return plain_of(found->second, lets);
  });
}

template <class Map>
void map_formulas(Statement& s, const Map& map) {
  for (Formula& index : s.access.index) index = map(index);
  for (Formula& row : s.access.rows) row = map(row);
  s.access.bytes = map(s.access.bytes);
  s.value = map(s.value), s.end = map(s.end), s.step = map(s.step);
  s.condition = s.condition.mapped(map);
}

// A name that is not known where it is used is replaced by what it is: of a `let` that stands in a
// branch, of a loop that has ended by then, where its counter is that of the last round.
void keep_in_scope(Statements& statements, const Lets& names, std::set<std::string> known) {
  const std::function<Formula(const Formula&)> in_scope = [&](const Formula& formula) {
    return substitute(formula, [&](const Atom& atom) -> std::optional<Formula> {
      const auto found = names.find(atom.key);
      const bool name = atom.role == Role::let || atom.role == Role::loop;
      if (!name || found == names.end() || known.contains(atom.key)) return std::nullopt;
      return in_scope(found->second);
    });
  };
  for (Statement& s : statements) {
    map_formulas(s, in_scope);
    std::set<std::string> inner = known;
    if (s.kind == Kind::loop) inner.insert(s.name);
    keep_in_scope(s.body, names, inner);
    keep_in_scope(s.other, names, inner);
    if (s.kind == Kind::let) known.insert(s.name);
  }
}

Lets names_of(const Program& program) {
  Lets names;
  each_statement(program.body, [&](const Statement& s) {
    if (s.kind == Kind::let) names[s.name] = s.value;
    if (s.kind == Kind::loop) names[s.name] = s.end - s.step;
  });
  return names;
}

Lets lets_of(const Program& program) {
  Lets lets;
  each_statement(program.body, [&](const Statement& s) {
    if (s.kind == Kind::let) lets[s.name] = s.value;
  });
  return lets;
}

// The loop that is all there is in a branch.
const Statement* only_loop(const Statement& branch) {
  if (!branch.probability.empty() || !branch.other.empty()) return nullptr;
  const Statement* loop = nullptr;
  for (const Statement& s : branch.body) {
    if (s.kind == Kind::let) continue;
    if (s.kind != Kind::loop || loop != nullptr) return nullptr;
    loop = &s;
  }
  return loop;
}

// Where the condition fails, the loop has no rounds.
bool guards_nothing(const Condition& condition, const Statement& loop, const Lets& lets) {
  Facts facts;
  for (const Formula& fact : condition.negated().facts()) facts.push_back(plain_of(fact, lets));
  if (facts.empty()) return false;
  const Formula empty = plain_of(loop.value - loop.end, lets);
  const Facts known = facts;
  append_facts_of_atoms(empty, known, facts);
  return never_negative_whole(empty, facts);
}

Condition without_guards(const Condition& condition, const Statement& loop, const Lets& lets) {
  if (condition.kind() != Condition::Kind::all)
    return guards_nothing(condition, loop, lets) ? Condition::always() : condition;
  Condition kept = Condition::always();
  for (const Condition& part : condition.parts())
    if (!guards_nothing(part, loop, lets)) kept = Condition::all(kept, part);
  return kept;
}

void unwrap_loops(Statements& statements, const Lets& lets) {
  for (std::size_t i = 0; i < statements.size(); ++i) {
    unwrap_loops(statements[i].body, lets);
    unwrap_loops(statements[i].other, lets);
    if (statements[i].kind != Kind::branch) continue;
    const Statement* loop = only_loop(statements[i]);
    if (loop == nullptr) continue;
    statements[i].condition = without_guards(statements[i].condition, *loop, lets);
    if (!statements[i].condition.is_always()) continue;
    Statements body = std::move(statements[i].body);
    statements.erase(statements.begin() + static_cast<std::ptrdiff_t>(i));
    statements.insert(statements.begin() + static_cast<std::ptrdiff_t>(i),
                      std::make_move_iterator(body.begin()), std::make_move_iterator(body.end()));
    i += body.size() - 1;
  }
}

void join_branches(Statements& statements) {
  for (Statement& s : statements) {
    while (s.kind == Kind::branch && s.probability.empty() && s.other.empty() &&
           s.body.size() == 1 && s.body[0].kind == Kind::branch && s.body[0].probability.empty() &&
           s.body[0].other.empty()) {
      Statement inner = std::move(s.body[0]);
      s.condition = Condition::all(s.condition, inner.condition);
      s.body = std::move(inner.body);
    }
    join_branches(s.body);
    join_branches(s.other);
  }
}

// Constants decide a branch; neighbours of one kind become one.
void settle(Statements& statements) {
  for (std::size_t i = 0; i < statements.size(); ++i) {
    settle(statements[i].body);
    settle(statements[i].other);
    Statement& s = statements[i];
    if (s.kind != Kind::branch || !s.probability.empty()) continue;
    if (!s.condition.is_always() && !s.condition.is_never()) continue;
    Statements kept = std::move(s.condition.is_always() ? s.body : s.other);
    statements.erase(statements.begin() + static_cast<std::ptrdiff_t>(i));
    statements.insert(statements.begin() + static_cast<std::ptrdiff_t>(i),
                      std::make_move_iterator(kept.begin()), std::make_move_iterator(kept.end()));
    i += kept.size();
    --i;
  }
  for (std::size_t i = 1; i < statements.size();) {
    Statement &a = statements[i - 1], &b = statements[i];
    if (a.kind == Kind::operations && b.kind == Kind::operations) {
      a.steps = steps_of(a) + steps_of(b);
      add_operations(b.operations, a.operations);
      a.certainty.add(b.certainty);
      statements.erase(statements.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      ++i;
    }
  }
}

void count_uses(const Formula& formula, std::map<std::string, int>& uses) {
  formula.each_symbol([&](const Atom& atom) { ++uses[atom.key]; });
}

// Of the statement itself.
void count_uses(const Statement& s, std::map<std::string, int>& uses) {
  const auto count = [&](const Formula& f) { count_uses(f, uses); };
  if (s.kind == Kind::access)
    for (const Formula& index : s.access.index) count(index);
  if (s.kind == Kind::let) count(s.value);
  if (s.kind == Kind::loop) count(s.value), count(s.end), count(s.step);
  if (s.kind == Kind::branch) s.condition.each_formula(count);
}

std::map<std::string, int> uses_of(const Program& program) {
  std::map<std::string, int> uses;
  const auto count = [&](const Formula& f) { count_uses(f, uses); };
  for (const auto& [name, value] : program.lets) count(value);
  program.where.each_formula(count);
  each_statement(program.body, [&](const Statement& s) { count_uses(s, uses); });
  return uses;
}

// Draws of these names, from the ways of a branch.
void take_draws(Statements& way, const std::map<std::string, int>& names, Statements& taken) {
  for (Statement& s : way) {
    if (s.kind == Kind::branch) take_draws(s.body, names, taken), take_draws(s.other, names, taken);
    const bool here = s.kind == Kind::draw && names.contains(s.name);
    const auto has_its_name = [&](const Statement& other) { return other.name == s.name; };
    if (here && std::ranges::none_of(taken, has_its_name)) taken.push_back(s);
  }
  std::erase_if(way,
                [&](const Statement& s) { return s.kind == Kind::draw && names.contains(s.name); });
}

// What one way of a branch draws and statements behind it use, as how far a loop in it came, is
// drawn before.
void draw_before_branches(Statements& statements) {
  std::map<std::string, int> used;
  for (std::size_t i = statements.size(); i-- > 0;) {
    draw_before_branches(statements[i].body);
    draw_before_branches(statements[i].other);
    Statements taken;
    if (statements[i].kind == Kind::branch) {
      take_draws(statements[i].body, used, taken);
      take_draws(statements[i].other, used, taken);
    }
    std::map<std::string, int> here;  // but for what is drawn here
    count_uses(statements[i], here);
    for (const Statements* way : {&statements[i].body, &statements[i].other}) {
      each_statement(*way, [&](const Statement& s) { count_uses(s, here); });
      each_statement(*way, [&](const Statement& s) {
        if (s.kind == Kind::draw) here.erase(s.name);
      });
    }
    used.merge(here);
    statements.insert(statements.begin() + static_cast<std::ptrdiff_t>(i),
                      std::make_move_iterator(taken.begin()), std::make_move_iterator(taken.end()));
  }
}

// What is loaded and named, but decides on nothing that can be said, is loaded as any other.
void forget_unused_reads(Program& program) {
  const std::map<std::string, int> uses = uses_of(program);
  for (Array& array : program.arrays) array.has_reads = false;
  const auto forget = [&](auto& self, Statements& statements) -> void {
    for (Statement& s : statements) {
      if (!uses.contains(s.access.read_name)) s.access.read_name.clear();
      if (!s.access.read_name.empty()) program.arrays[s.access.array].has_reads = true;
      self(self, s.body), self(self, s.other);
    }
  };
  forget(forget, program.body);
}

void drop_unused_lets(Program& program) {
  for (bool again = true; again;) {
    const std::map<std::string, int> uses = uses_of(program);
    const std::size_t before = program.lets.size();
    bool dropped = false;
    std::erase_if(program.lets, [&](const auto& let) { return !uses.contains(let.first); });
    const auto clean = [&](auto& self, Statements& statements) -> void {
      dropped = std::erase_if(statements,
                              [&](const Statement& s) {
                                return (s.kind == Kind::let || s.kind == Kind::draw) &&
                                       !uses.contains(s.name);
                              }) > 0 ||
                dropped;
      for (Statement& s : statements) self(self, s.body), self(self, s.other);
    };
    clean(clean, program.body);
    again = dropped || program.lets.size() != before;
  }
}

bool of_all_threads(const Formula& formula) {
  bool plain = true;
  formula.each_symbol(
      [&](const Atom& a) { plain = plain && a.role != Role::data && a.role != Role::loop; });
  return plain;
}

void lift_lets(Program& program) {
  std::size_t first = 0;
  while (first < program.body.size() && program.body[first].kind == Kind::let &&
         of_all_threads(program.body[first].value))
    ++first;
  for (std::size_t i = 0; i < first; ++i)
    program.lets.emplace_back(program.body[i].name, program.body[i].value);
  program.body.erase(program.body.begin(),
                     program.body.begin() + static_cast<std::ptrdiff_t>(first));
}

void find_where(Program& program) {
  while (program.body.size() == 1 && program.body[0].kind == Kind::branch &&
         program.body[0].probability.empty() && program.body[0].other.empty()) {
    Statement branch = std::move(program.body[0]);
    program.where = Condition::all(program.where, branch.condition);
    program.body = std::move(branch.body);
  }
}

}  // namespace

void drop_empty(Program& program) {
  const Lets lets = lets_of(program), names = names_of(program);  // as they are outside of branches
  settle_known_conditions(program.body);
  settle(program.body);
  drop(program.body);
  unwrap_loops(program.body, lets);
  keep_in_scope(program.body, names, {});
}

void tidy(Program& program) {
  const Lets names = names_of(program);
  drop(program.body);
  draw_before_branches(program.body);
  keep_in_scope(program.body, names, {});
  drop_unused_lets(program);
  forget_unused_reads(program);
  lift_lets(program);
  join_branches(program.body);
  settle(program.body);
  if (!program.nest) find_where(program);
  drop(program.body);
}

}  // namespace gpumodel::describe
