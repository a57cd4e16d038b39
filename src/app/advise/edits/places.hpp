// Where a kernel's program accesses its arrays, and at which index, with every `let` put in.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "src/app/advise/edits/named_sum.hpp"
#include "src/app/advise/kernel_edit.hpp"

namespace gpumodel {

struct LoopPlace {
  const Node* statement = nullptr;
  std::string name;
  NamedSum first{}, end{}, step{};
  bool fixed = false;  // the same rounds for all threads: these are sums of parameters
};

struct AccessPlace {
  const Node *statement = nullptr,
             *list = nullptr;  // `load: a[i], b[i]`, and what is behind `load:`
  std::string key, text;       // "load", "a[i]"
  std::size_t array = 0;
  std::vector<NamedSum> indices{};  // one for each dimension; none: they are no such sums
  std::vector<LoopPlace> loops;     // around it, from the outside in
  bool conditional = false;         // under an `if`
};

// The parts of an index that move with the thread in its block, with the block, with loops.
struct IndexParts {
  NamedSum thread, block, loops, rest;
  bool linear = true;  // each varying name stands in a product with no other
};

class Places {
 public:
  explicit Places(const EditContext& of);

  // False: statements or a launch in a form that is not understood here.
  bool good() const { return good_; }
  const std::vector<AccessPlace>& accesses() const { return accesses_; }
  bool is_stored(std::size_t array) const;
  bool has_barriers_or_shared() const;

  const NamedSum& block(std::size_t axis) const { return block_[axis]; }
  std::int64_t threads(std::size_t axis) const { return threads_[axis]; }
  std::int64_t blocks(std::size_t axis) const { return blocks_[axis]; }
  // At the sizes that were asked for; nothing where it is no whole number then.
  std::optional<std::int64_t> value(const NamedSum& fixed) const;
  IndexParts parts(const NamedSum& index, const std::vector<LoopPlace>& loops) const;
  // With global.x where that is what it is.
  std::string text(const NamedSum& index) const;
  std::optional<NamedSum> sum_of(std::string_view text) const;  // of parameters alone
  // A name that nothing has yet.
  std::string unused(const std::string& wanted) const;

 private:
  using Scope = std::map<std::string, std::optional<NamedSum>>;
  struct Around {
    Scope scope;
    std::vector<LoopPlace> loops;
    bool conditional = false;
  };
  std::optional<NamedSum> sum_of(std::string_view text, const Scope& scope, Arithmetic) const;
  std::optional<NamedSum> meaning(const std::string& name, const Scope& scope) const;
  void add_lets(const Node* lets, Scope& scope) const;
  void walk(const Node& statements, Around around);
  void walk_loop(const Node& statement, Around around);
  void add_accesses(const Node& statement, const Node& list, const std::string& key,
                    const Around& around);

  const EditContext& of_;
  bool good_ = true;
  std::array<NamedSum, 3> block_;
  std::array<std::int64_t, 3> threads_{1, 1, 1}, blocks_{1, 1, 1};
  std::vector<AccessPlace> accesses_;
};

// Whether a name's value depends on the thread, the block or a loop: all but parameters.
bool is_thread_name(const std::string& name);
bool is_block_name(const std::string& name);

}  // namespace gpumodel
