#include "models/kernel/thread/parts.hpp"

#include <algorithm>

namespace gpumodel {
namespace {

class Finder {
 public:
  explicit Finder(const Kernel& kernel) : kernel_(kernel) {}

  std::vector<PlacedPart> find() {
    if (kernel_.thread) {
      walk(kernel_.thread->body);
    } else {
      add({.kind = KernelPartKind::counts}, nullptr);
    }
    return std::move(found_);
  }

 private:
  void walk(const Body& body) {
    for (const Statement& statement : body) {
      std::visit([this](const auto& what) { visit(what); }, statement.what);
    }
  }

  void visit(const Let&) {}
  // What a compiler of OpenACC adds is judged with its launch.
  void visit(const AddedCode&) {}
  void visit(const Draw& s) { add({.kind = KernelPartKind::draw}, &s.contents.source); }
  void visit(const Barrier&) { add({.kind = KernelPartKind::barrier}, nullptr); }
  void visit(const SpillStatement& s) {
    add({.kind = KernelPartKind::spill}, &s.load_bytes.source);
  }
  void visit(const OperationStatement& s) {
    const OperationName& name = s.operation;
    KernelPart part{.kind = KernelPartKind::operation, .group = name.group, .name = name.name};
    if (is_plain(name.operation)) part.name = "add";
    add(part, &s.count.source);
  }
  void visit(const AccessStatement& s) {
    const Access& access = kernel_.thread->accesses[s.access];
    const Array& array = kernel_.arrays[access.array];
    KernelPart part{.kind = KernelPartKind::access, .op = access.op, .space = array.space};
    if (access.op == Access::Op::load || access.op == Access::Op::store) {
      part.number = access.bytes;
    } else {
      part.name = access.scalar;
    }
    add(part, &access.source);
  }
  void visit(const Loop& s) {
    add({.kind = KernelPartKind::loop, .number = std::min(depth_, 1)}, &s.source);
    ++depth_;
    walk(s.body);
    --depth_;
  }
  void visit(const Branch& s) {
    if (s.probability) add({.kind = KernelPartKind::chance}, &s.source);
    walk(s.then);
    walk(s.otherwise);
  }

  // One instruction each, of the same pipe.
  static bool is_plain(Operation operation) {
    return operation == Operation::int_logic || operation == Operation::int_shift ||
           operation == Operation::int_compare;
  }

  void add(const KernelPart& part, const Source* place) {
    if (std::ranges::find(found_, part, &PlacedPart::part) == found_.end()) {
      found_.push_back({part, place});
    }
  }

  const Kernel& kernel_;
  int depth_ = 0;
  std::vector<PlacedPart> found_;
};

// "loads of 4 B in global memory"
std::string access_text(const KernelPart& part) {
  const std::string_view space = part.space == MemorySpace::shared     ? "shared"
                                 : part.space == MemorySpace::constant ? "constant"
                                                                       : "global";
  const std::string what =
      part.name.empty() ? std::to_string(part.number) + " B" : std::string(part.name);
  return std::string(to_string(part.op)) + "s of " + what + " in " + std::string(space) + " memory";
}

}  // namespace

std::vector<PlacedPart> parts_of(const Kernel& kernel) {
  return Finder(kernel).find();
}

std::string to_string(const KernelPart& part) {
  switch (part.kind) {
    case KernelPartKind::operation:
      return std::string(part.group) + (part.group.empty() ? "" : " ") + std::string(part.name);
    case KernelPartKind::access:
      return access_text(part);
    case KernelPartKind::spill:
      return "spilled registers";
    case KernelPartKind::draw:
      return "values known at run time only";
    case KernelPartKind::barrier:
      return "barriers";
    case KernelPartKind::loop:
      return part.number == 0 ? "loops" : "loops in loops";
    case KernelPartKind::chance:
      return "branches by chance";
    case KernelPartKind::counts:
      break;
  }
  return "counts in place of accesses";
}

}  // namespace gpumodel
