#include "src/record/execute.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <sstream>

#include "src/record/block.hpp"
#include "src/record/channel.hpp"
#include "src/record/count.hpp"
#include "src/record/memory.hpp"

namespace gpumodel::record {
namespace {

struct Code {
  BlockCode blocks{};
  std::vector<std::string> variables;  // of the device
  std::string uses;  // of parameters: r is only read through, w only written through
};

// A kernel with counters, of its launches with a block: the first, and those behind it until they
// are alike.
struct Counting {
  Code code{};
  std::string kernel{};
  std::array<unsigned, 3> block{};
  std::size_t sites = 0;
  std::uint64_t launches = 0;  // so far
  std::string last{};          // what was counted
  unsigned alike = 0;          // launches in a row, to the one before
  bool done = false;
};

struct Work {
  Touched touched;
  std::function<void()> act;
  std::optional<Launched> launched{};  // a kernel
};

struct Everything {
  std::map<std::string, Code> codes;
  std::map<std::string, std::vector<void**>> slots;  // of variables, where code looks for them
  std::deque<Work> waiting;
  std::set<std::uint64_t> given_up;
  std::vector<Counting> countings;
  // Memory whose contents are not known, for this kernel writes it and cannot be executed.
  std::map<std::uint64_t, std::string> unknown;
};
Everything& all() {
  static auto* made = new Everything;
  return *made;
}

bool meet(const std::vector<std::uint64_t>& one, const std::set<std::uint64_t>& other) {
  return std::any_of(one.begin(), one.end(),
                     [&](std::uint64_t each) { return other.contains(each); });
}

void add(std::set<std::uint64_t>& to, const std::vector<std::uint64_t>& more) {
  to.insert(more.begin(), more.end());
}

// Pointers to const are read only; whatever else points somewhere may be written.
Touched touched_by(const Launched& what, const Code& code) {
  Touched touched;
  const std::string* parameters = Setup::get().read_only(what.kernel);
  std::istringstream words(parameters == nullptr ? "" : *parameters);
  std::set<std::size_t> read_only;
  for (std::size_t i = 0; words >> i;) read_only.insert(i);
  for (std::size_t i = 0; i < what.arguments.size(); ++i) {
    const std::string& bytes = what.arguments[i];
    for (std::size_t at = 0; at + sizeof(void*) <= bytes.size(); at += sizeof(void*)) {
      const void* p = nullptr;
      std::memcpy(&p, bytes.data() + at, sizeof p);
      const Piece* piece = piece_of(p);
      if (piece == nullptr) continue;
      const char use = i < code.uses.size() ? code.uses[i] : '-';
      if (use != 'w') touched.reads.push_back(piece->number);
      if (use != 'r' && !read_only.contains(i)) touched.writes.push_back(piece->number);
    }
  }
  for (const std::string& name : code.variables) {
    const Piece* piece = piece_of(symbol_named(name));
    if (piece == nullptr) continue;
    touched.reads.push_back(piece->number);
    touched.writes.push_back(piece->number);
  }
  return touched;
}

using Run = std::function<void(void** arguments, const BlockLaunch& launch)>;

void execute(const Launched& what, const Code& code, const Run& run) {
  for (const std::string& name : code.variables)
    if (void* const variable = symbol_named(name))  // else a constant that the code has itself
      for (void** slot : all().slots[name]) *slot = variable;
  // Sixteen bytes, as the code may expect of structures.
  std::vector<std::vector<std::max_align_t>> copies;
  std::vector<void*> arguments;
  for (const std::string& bytes : what.arguments) {
    copies.emplace_back(bytes.size() / sizeof(std::max_align_t) + 1);
    std::memcpy(copies.back().data(), bytes.data(), bytes.size());
    arguments.push_back(copies.back().data());
  }
  run(arguments.data(), {what.grid, what.block, what.shared, what.kernel.c_str()});
}

void execute(const Launched& what, const Code& code) {
  execute(what, code, [&](void** arguments, const BlockLaunch& launch) {
    run_blocks(code.blocks, arguments, launch, Setup::get().cores);
  });
}

// In their order, those that `chosen` says, until a time. The number of kernels that were not.
std::size_t run(const std::vector<bool>& chosen, double until) {
  if (std::find(chosen.begin(), chosen.end(), true) == chosen.end()) return 0;
  std::deque<Work> left;
  std::size_t kernels = 0, not_run = 0;
  bool late = false;
  std::deque<Work> now;
  now.swap(all().waiting);
  for (std::size_t i = 0; i < now.size(); ++i) {
    late = late || real_seconds() > until;
    if (!chosen[i] || late) {
      not_run += chosen[i] && now[i].launched ? 1 : 0;
      left.push_back(std::move(now[i]));
      continue;
    }
    now[i].act();
    kernels += now[i].launched ? 1 : 0;
  }
  all().waiting.swap(left);
  if (kernels > 0) Record("executed").number("launches", kernels).send();
  return not_run;
}

// What writes something that is needed, and what reads or writes what that writes again.
std::vector<bool> needed_for(const Touched& now) {
  std::set<std::uint64_t> needed, changed;
  add(needed, now.reads);
  add(needed, now.writes);
  add(changed, now.writes);
  std::vector<bool> chosen(all().waiting.size());
  for (std::size_t i = all().waiting.size(); i-- > 0;) {
    const Touched& each = all().waiting[i].touched;
    if (!meet(each.writes, needed) && !meet(each.reads, changed)) continue;
    chosen[i] = true;
    add(needed, each.reads);
    add(needed, each.writes);
    add(changed, each.writes);
  }
  return chosen;
}

// A launch that is repeated, as benchmarks do, writes the same again where it does not read what it
// writes and nobody came between: once is enough.
void forget_same(const Launched& what, const Touched& touched) {
  std::set<std::uint64_t> read, written;
  add(read, touched.reads);
  add(written, touched.writes);
  if (meet(touched.writes, read)) return;
  for (std::size_t i = all().waiting.size(); i-- > 0;) {
    const Work& each = all().waiting[i];
    if (each.launched && *each.launched == what) {
      all().waiting.erase(all().waiting.begin() + static_cast<std::ptrdiff_t>(i));
      return;
    }
    const Touched& other = each.touched;
    if (meet(other.writes, read) || meet(other.writes, written) || meet(other.reads, written))
      return;
  }
}

// What is read that is not known makes unknown what is written.
void spread_unknown(const Touched& touched, const std::string* writer) {
  auto& unknown = all().unknown;
  for (const std::uint64_t each : touched.reads)
    if (writer == nullptr && unknown.contains(each)) writer = &unknown.at(each);
  if (writer == nullptr) return;
  const std::string name = *writer;
  for (const std::uint64_t each : touched.writes) unknown.emplace(each, name);
}

constexpr double most_seconds_of_one = 5.0, seconds_of_all = 30.0;
constexpr double seconds_of_later = 10.0;  // for further launches, once all first ones are counted
constexpr unsigned launches_alike = 3;     // then the next are taken to be so

// Where there are many kernels, each has a part of the time.
double seconds_to_count() {
  return std::min(most_seconds_of_one,
                  seconds_of_all / static_cast<double>(all().countings.size()));
}

// Before a kernel is counted: what it reads is written, as long as a third of the application's
// time is enough for all that is counted. The number of launches for which it was not.
std::size_t settle_in_time(const Touched& now) {
  static double left = Setup::get().seconds / 3.0;
  const double begin = real_seconds();
  const std::size_t not_run = run(needed_for(now), begin + left);
  left = std::max(0.0, left - (real_seconds() - begin));
  return not_run;
}

// Whether there is something to be had from the next launch.
bool count(const Launched& what, Counting& counting) {
  const Touched touched = touched_by(what, counting.code);
  Counts counts;
  std::size_t waiting = 0;
  const auto unknown = std::find_if(touched.reads.begin(), touched.reads.end(),
                                    [](auto each) { return all().unknown.contains(each); });
  if (unknown == touched.reads.end()) {
    waiting = settle_in_time({touched.reads, {}});  // it writes in a copy of the process
    counts = count_in_copy(counting.sites, [&] {
      std::uint64_t blocks = 0;
      execute(what, counting.code, [&](void** arguments, const BlockLaunch& launch) {
        blocks = run_some_blocks(counting.code.blocks, arguments, launch, seconds_to_count());
      });
      return blocks;
    });
  }
  const auto extent = [](const dim3& of) {
    return std::to_string(of.x) + " " + std::to_string(of.y) + " " + std::to_string(of.z);
  };
  Record("counted")
      .text("kernel", what.kernel)
      .text("grid", extent(what.grid))
      .text("block", extent(what.block))
      .number("launch", counting.launches)
      .number("blocks", counts.blocks)
      .number("waiting", waiting)
      .text("numbers", counts.numbers)
      .text("why", counts.why_not)
      .text("unknown", unknown == touched.reads.end() ? "" : all().unknown.at(*unknown))
      .send();
  const bool same = counting.launches > 0 && alike(counts.numbers, counting.last);
  counting.alike = same ? counting.alike + 1 : 0;
  counting.last = counts.numbers;
  return !counts.numbers.empty() && waiting == 0 && counting.alike < launches_alike;
}

// The application has done what it was run for once all is counted, or enough of it.
void count_launch(const Launched& what) {
  auto& countings = all().countings;
  const auto all_of = [&](auto holds) {
    return std::all_of(countings.begin(), countings.end(), holds);
  };
  const std::array<unsigned, 3> block{what.block.x, what.block.y, what.block.z};
  for (Counting& each : countings) {
    if (each.kernel != what.kernel || each.block != block) continue;
    each.done = each.done || !count(what, each);
    each.done = ++each.launches >= Setup::get().launches(what.kernel, block) || each.done;
  }
  static double until = std::numeric_limits<double>::infinity();
  if (countings.empty() || !all_of([](auto& c) { return c.launches > 0; })) return;
  until = std::min(until, real_seconds() + seconds_of_later);
  if (real_seconds() > until || all_of([](auto& c) { return c.done; })) _exit(0);
}

}  // namespace

bool executes() {
  return Setup::get().executes;
}

void launch_later(const Launched& what) {
  if (!executes()) return;
  count_launch(what);
  const auto code = all().codes.find(what.kernel);
  if (code == all().codes.end())  // gpumodel knows that it cannot be executed
    return spread_unknown(touched_by(what, {}), &what.kernel);
  const Touched touched = touched_by(what, code->second);
  spread_unknown(touched, nullptr);
  forget_same(what, touched);
  all().waiting.push_back({touched, [what, code = &code->second] { execute(what, *code); }, what});
}

void later(const Touched& touched, std::function<void()> act) {
  if (!executes()) return act();
  spread_unknown(touched, nullptr);
  all().waiting.push_back({touched, std::move(act), std::nullopt});
}

void settle(const Touched& now) {
  if (!all().waiting.empty()) run(needed_for(now), std::numeric_limits<double>::infinity());
}

void settle_shared() {
  if (all().waiting.empty()) return;
  Touched now;
  for (const Piece* each : shared_pieces()) now.reads.push_back(each->number);
  settle(now);
}

void forget_contents(const std::string& call, const std::vector<const void*>& written) {
  if (!executes()) return;
  const auto forget = [&](const Piece& piece) {
    all().unknown.insert_or_assign(piece.number, call);
  };
  for (const void* each : written)
    if (const Piece* piece = piece_of(each)) forget(*piece);
  if (written.empty())
    for (const Piece* each : all_pieces()) forget(*each);
}

bool give_up(std::uint64_t piece) {
  all().given_up.insert(piece);
  std::set<std::uint64_t> read, used;
  std::deque<Work> left;
  for (std::size_t i = all().waiting.size(); i-- > 0;) {
    Work& each = all().waiting[i];
    const auto is_read = [&](std::uint64_t written) {
      return !all().given_up.contains(written) || read.contains(written);
    };
    const auto& writes = each.touched.writes;
    if (!std::any_of(writes.begin(), writes.end(), is_read)) continue;
    add(read, each.touched.reads);
    add(used, each.touched.reads);
    add(used, writes);
    left.push_front(std::move(each));
  }
  all().waiting.swap(left);
  return !used.contains(piece);
}

}  // namespace gpumodel::record

using namespace gpumodel::record;

namespace {

Code code_of(void (*body)(void**), int together, int in_order, const char* variables,
             const char* uses) {
  std::istringstream words(variables);
  Code code{{body, together != 0, in_order != 0}, {}, uses};
  for (std::string word; words >> word;) code.variables.push_back(word);
  return code;
}

}  // namespace

// What the code of kernels calls before main.
// NOLINTBEGIN(readability-identifier-naming)
extern "C" {
void __gpumodel_add_body(const char* kernel, void (*body)(void**), int together, int in_order,
                         const char* variables, const char* uses) {
  all().codes[kernel] = code_of(body, together, in_order, variables, uses);
}
// `sites`: the block, and the names of what is counted.
void __gpumodel_add_counting(const char* kernel, void (*body)(void**), int together, int in_order,
                             const char* variables, const char* uses, const char* sites) {
  Counting made{code_of(body, together, in_order, variables, uses), kernel};
  std::istringstream words(sites);
  for (unsigned& extent : made.block) words >> extent;
  for (std::string name; words >> name;) ++made.sites;
  all().countings.push_back(std::move(made));
}
void __gpumodel_add_variable(const char* name, void** slot, std::size_t bytes) {
  all().slots[name].push_back(slot);
  if (*slot != nullptr) begin_symbol(name, {static_cast<const char*>(*slot), bytes});
}
}
// NOLINTEND(readability-identifier-naming)
