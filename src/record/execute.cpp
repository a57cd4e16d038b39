#include "src/record/execute.hpp"

#include <algorithm>
#include <cstring>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <sstream>

#include "src/record/block.hpp"
#include "src/record/channel.hpp"
#include "src/record/memory.hpp"

namespace gpumodel::record {
namespace {

struct Code {
  BlockCode blocks{};
  std::vector<std::string> variables;  // of the device
  std::string uses;  // of parameters: r is only read through, w only written through
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

void execute(const Launched& what, const Code& code) {
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
  run_blocks(code.blocks, arguments.data(),
             {what.grid, what.block, what.shared, what.kernel.c_str()}, Setup::get().cores);
}

// In their order, those that `chosen` says.
void run(const std::vector<bool>& chosen) {
  std::deque<Work> left;
  std::size_t kernels = 0;
  std::deque<Work> now;
  now.swap(all().waiting);
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (!chosen[i]) {
      left.push_back(std::move(now[i]));
      continue;
    }
    now[i].act();
    kernels += now[i].launched ? 1 : 0;
  }
  all().waiting.swap(left);
  if (kernels > 0) Record("executed").number("launches", kernels).send();
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

}  // namespace

bool executes() {
  return Setup::get().executes;
}

void launch_later(const Launched& what) {
  if (!executes()) return;
  const auto code = all().codes.find(what.kernel);
  if (code == all().codes.end()) return;  // gpumodel knows that it cannot be executed
  const Touched touched = touched_by(what, code->second);
  forget_same(what, touched);
  all().waiting.push_back({touched, [what, code = &code->second] { execute(what, *code); }, what});
}

void later(const Touched& touched, std::function<void()> act) {
  if (!executes()) return act();
  all().waiting.push_back({touched, std::move(act), std::nullopt});
}

// What writes something that is needed, and what reads or writes what that writes again.
void settle(const Touched& now) {
  if (all().waiting.empty()) return;
  std::set<std::uint64_t> needed, changed;
  add(needed, now.reads);
  add(needed, now.writes);
  add(changed, now.writes);
  std::vector<bool> chosen(all().waiting.size());
  bool any = false;
  for (std::size_t i = all().waiting.size(); i-- > 0;) {
    const Touched& each = all().waiting[i].touched;
    if (!meet(each.writes, needed) && !meet(each.reads, changed)) continue;
    chosen[i] = any = true;
    add(needed, each.reads);
    add(needed, each.writes);
    add(changed, each.writes);
  }
  if (any) run(chosen);
}

void settle_shared() {
  if (all().waiting.empty()) return;
  Touched now;
  for (const Piece* each : shared_pieces()) now.reads.push_back(each->number);
  settle(now);
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

// What the code of kernels calls before main.
// NOLINTBEGIN(readability-identifier-naming)
extern "C" {
void __gpumodel_add_body(const char* kernel, void (*body)(void**), int together, int in_order,
                         const char* variables, const char* uses) {
  std::istringstream words(variables);
  Code code{{body, together != 0, in_order != 0}, {}, uses};
  for (std::string word; words >> word;) code.variables.push_back(word);
  all().codes[kernel] = std::move(code);
}
void __gpumodel_add_variable(const char* name, void** slot, std::size_t bytes) {
  all().slots[name].push_back(slot);
  if (*slot != nullptr) begin_symbol(name, {static_cast<const char*>(*slot), bytes});
}
}
// NOLINTEND(readability-identifier-naming)
