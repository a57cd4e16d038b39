// A kernel as it is going to be written: statements, arrays and parameters, with the place of the
// source that each came from and how sure it is.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "src/describe/formula/condition.hpp"

namespace gpumodel::describe {

struct Place {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  bool operator==(const Place&) const = default;
};

// Proven from the code, assumed by a rule of the compiler or of the language, counted where the
// code ran, or asked: it depends on data, or on a value that is not in the file.
struct Certainty {
  std::set<std::string> assumed;
  std::set<std::string> counted{};
  std::set<std::string> asked;
  void add(const Certainty& other) {
    assumed.insert(other.assumed.begin(), other.assumed.end());
    counted.insert(other.counted.begin(), other.counted.end());
    asked.insert(other.asked.begin(), other.asked.end());
  }
};

enum class Space { global, shared, constant };

struct Member {
  std::string name, type;
  std::int64_t offset = 0, count = 1, bytes = 0;  // bytes of one
  bool is_signed = true;
  // Of one of several: "strides_2".
  std::string name_of(std::int64_t number) const {
    return count == 1 ? name : name + "_" + std::to_string(number);
  }
};

struct Array {
  std::string name;
  Space space = Space::global;
  std::string type;  // of an element, as the format spells it
  std::int64_t element_bytes = 0;
  std::vector<Member> members;  // of a structure
  std::vector<Formula> shape;   // slowest first; the first extent may be unknown: empty
  std::optional<std::int64_t> declared_bytes;  // of what the kernel declares itself
  std::vector<std::int64_t> declared;          // its extents
  bool read_only = false;
  bool restricted = false;  // by its pointer
  bool texture = false;
  bool view = false;                  // memory of another array, seen as another type
  std::string pointer;                // that it is reached by
  std::int64_t pointed_bytes = 0;     // of what that points to, as the source declares it
  std::optional<Formula> before{};    // bytes of its memory in front of it, as the launch shows
  Formula offset{};                   // bytes by which the first element is off an aligned address
  std::optional<std::string> values;  // of a table of constants, else as stated
  bool has_reads = false;
  bool extent_known = true;
};

enum class AccessKind { load, store, atomic, reduction };

struct Access {
  AccessKind kind = AccessKind::load;
  std::size_t array = 0;
  Formula bytes{};              // from the start of the array, or of a row of it
  std::vector<Formula> rows{};  // which row, where pointers in memory lead to them
  std::string type{};           // of what is moved
  std::int64_t size = 0;
  std::vector<Formula> index{};  // once the array has its shape
  std::string member{};          // ".x", of a structure
  std::string read_name{};       // where its value gets a name
  std::string as{};              // type of an atomic's operation, where the array has another
  Place place{};
  Certainty certainty{};
  std::vector<Formula> facts{};  // what holds where it happens
};

// Operations by pipe ("fp32", "int", "shuffle") and kind ("add"; "" where a pipe has none).
using Operations = std::map<std::string, std::map<std::string, std::int64_t>>;

inline void add_operations(const Operations& more, Operations& to) {
  for (const auto& [pipe, kinds] : more)
    for (const auto& [kind, count] : kinds) to[pipe][kind] += count;
}

struct Statement;
using Statements = std::vector<Statement>;

struct Statement {
  enum class Kind { access, operations, let, draw, loop, branch, barrier, spill };
  Kind kind = Kind::barrier;
  Place place{};
  std::size_t number = 0;  // of its instruction, in the order of the walk
  Access access{};
  Operations operations{};
  std::int64_t steps = 0;  // of them that follow each other; 0: all
  std::string name{};      // of a let, a draw or a loop
  std::string values{};    // of a draw; empty: asked
  std::int64_t spill_load = 0, spill_store = 0;
  Formula value{};            // of a let; the start of a loop
  Formula end{}, step = 1;    // of a loop
  int unroll = 1;             // 0: fully
  Condition condition{};      // of a branch
  std::string probability{};  // of a branch on data: the parameter that states it, or a number
  bool otherwise = false;     // it states how often the branch is not taken
  std::string warps{};        // the parameter that states which part of the warps has lanes that do
  Certainty certainty{};      // of a loop or a branch
  Statements body{}, other{};
};

struct Question {
  std::string what;    // what is not in the file
  std::string option;  // what answers it
  Place place;
  std::string least{}, most{};  // the options of the ends of what is possible, where they are known
  std::string not_counted{};    // where that is asked for: why it cannot be
};

struct Parameter {
  std::string name;
  std::string value;  // empty: asked
  std::string why;    // a word on where it comes from
};

// A number that stands in memory, and that the kernel does not change.
struct Standing {
  std::string where;
  Place place;
};

struct Launch {
  std::vector<std::string> block, grid;  // expressions over parameters
  std::string shared;                    // bytes of dynamic shared memory
  std::string carveout;                  // percent of the largest that it prefers
  std::string why;
};

// A loop that a compiler shares out to gangs, workers and vector lanes.
struct NestLoop {
  std::string name;
  Formula start{}, end{}, step = 1;
  std::vector<std::string> levels{};  // empty: covered by a collapse
  Place place{};
  bool partly = false;  // loops around it decide which of these rounds it has
};

struct Nest {
  std::vector<NestLoop> loops;  // from the outside in
  bool openacc = false;         // as directives say; else a nest of plain loops
  std::string compiler;
  std::size_t collapse = 1;
  std::string num_gangs, num_workers, vector_length;
  int registers = 0;
  std::string registers_why;
  std::vector<std::string> to_device, to_host;
  std::string copied_at;  // where the source says so
};

struct Program {
  std::string name, signature, summary;
  Place place;
  std::vector<Parameter> parameters;
  std::vector<Array> arrays;
  Launch launch;             // without a block: there is a nest alone
  std::optional<Nest> nest;  // beside a launch, or instead
  int registers = 0;
  std::string registers_why;
  std::vector<std::pair<std::string, Formula>> lets;  // of all threads
  Condition where = Condition::always();
  Statements body;
  std::vector<Question> questions;
  std::map<std::string, Standing> standing;  // by the parameter that says what it is
  std::vector<std::string> assumptions;
};
}  // namespace gpumodel::describe
