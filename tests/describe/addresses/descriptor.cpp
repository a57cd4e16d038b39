#include "tests/describe/addresses/descriptor.hpp"

#include <algorithm>
#include <charconv>

#include "models/kernel/thread/block_runner.hpp"
#include "models/kernel/thread/prepared_program.hpp"
#include "models/kernel/workload.hpp"
#include "src/io/kernel/read_kernel.hpp"

namespace gpumodel::test {
namespace {

constexpr double much_work = 1e6;  // so that few loops are sampled

// What a warp accesses; rounds that stand for others are written out.
class Recorder : public BlockSink {
 public:
  Recorder(const PreparedProgram& program, std::vector<unsigned> lines)
      : program_(program), lines_(std::move(lines)) {
    open_.emplace_back();
  }

  void weight(double times) override { counts_ = times > 0.0; }
  void access(std::size_t number, int warp, const WarpLanes& lanes) override {
    if (counts_) open_.back().push_back({number, warp, lanes});
  }
  void begin_group(const RoundGroup& group) override {
    groups_.push_back(group);
    open_.emplace_back();
  }
  void end_group() override {
    const std::vector<Event> once = std::move(open_.back());
    open_.pop_back();
    const RoundGroup group = groups_.back();
    groups_.pop_back();
    for (std::int64_t i = 0; i < group.repeats; ++i) {
      for (Event event : once) {
        const std::int64_t by = group.loop->stride[event.access].value_or(0) * group.rounds * i;
        for (std::int64_t& address : event.lanes.address) address += by;
        open_.back().push_back(event);
      }
    }
  }

  std::map<int, std::vector<Touch>> lanes() const {
    std::map<int, std::vector<Touch>> all;
    for (const Event& event : open_.front()) {
      const PreparedAccess& access = program_.accesses[event.access];
      if (access.array->array->space == MemorySpace::constant) continue;
      const bool atomic =
          access.access->op == Access::Op::atomic || access.access->op == Access::Op::reduction;
      const char kind = atomic ? 'a' : access.access->op == Access::Op::store ? 's' : 'l';
      for (int lane = 0; lane < lanes_per_warp; ++lane)
        if (event.lanes.is_active(lane))
          all[event.warp * lanes_per_warp + lane].push_back(
              {access.array->array->name, kind,
               event.lanes.address[static_cast<std::size_t>(lane)] - access.array->base,
               event.lanes.bytes, lines_[event.access]});
    }
    return all;
  }

 private:
  struct Event {
    std::size_t access;
    int warp;
    WarpLanes lanes;
  };
  const PreparedProgram& program_;
  std::vector<unsigned> lines_;
  std::vector<std::vector<Event>> open_;
  std::vector<RoundGroup> groups_;
  bool counts_ = true;
};

// "- store: y[i]    # app.cu:4 proven"
unsigned line_of(std::string_view text) {
  const std::size_t comment = text.find("  # ");
  const std::size_t colon = text.find(':', comment);
  unsigned line = 0;
  if (comment != std::string_view::npos && colon != std::string_view::npos)
    std::from_chars(text.data() + colon + 1, text.data() + text.size(), line);
  return line;
}

}  // namespace

struct Descriptor::Parts {
  KernelFile file;
  std::vector<Number> values;
  LaunchShape shape;
  std::unique_ptr<PreparedProgram> program;
  std::vector<unsigned> lines;  // of the source, by access

  // Accesses under conditions that are answered by a share, or in loops whose rounds are drawn.
  void find_asked(const Body& body, bool asked, std::set<unsigned>& found) const {
    for (const Statement& each : body) {
      if (const auto* access = std::get_if<AccessStatement>(&each.what)) {
        if (asked) found.insert(lines[access->access]);
      } else if (const auto* loop = std::get_if<Loop>(&each.what)) {
        find_asked(loop->body, asked || is_drawn(loop->end), found);
      } else if (const auto* branch = std::get_if<Branch>(&each.what)) {
        const bool of_draw =
            branch->probability || (branch->condition && is_drawn(*branch->condition));
        find_asked(branch->then, asked || of_draw, found);
        find_asked(branch->otherwise, asked || of_draw, found);
      }
    }
  }
  void find_draws(const Body& body) {
    for (const Statement& each : body) {
      if (const auto* draw = std::get_if<Draw>(&each.what)) drawn.insert(draw->slot);
      if (const auto* let = std::get_if<Let>(&each.what); let != nullptr && is_drawn(let->value))
        drawn.insert(let->slot);
      if (const auto* loop = std::get_if<Loop>(&each.what)) find_draws(loop->body);
      if (const auto* branch = std::get_if<Branch>(&each.what))
        find_draws(branch->then), find_draws(branch->otherwise);
    }
  }
  bool is_drawn(const Formula& formula) const {
    return std::ranges::any_of(formula.expression.names(), [&](const Expression::Name& name) {
      return drawn.contains(static_cast<std::size_t>(name.slot));
    });
  }
  std::set<std::size_t> drawn;
};

Descriptor::Descriptor(const std::string& file) : parts_(std::make_unique<Parts>()) {
  Parts& parts = *parts_;
  parts.file = read_kernel(read_text_file(file, file));
  const Kernel& kernel = parts.file.kernel;
  evaluate_parameters(kernel, {}, parts.values);
  parts.shape = launch_shape(kernel, parts.values);
  parts.program =
      std::make_unique<PreparedProgram>(prepare(kernel, parts.values, parts.shape, much_work));
  launch_.block = parts.shape.block;
  launch_.grid = parts.shape.grid;
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i)
    if (parts.values[i].is_integer())
      launch_.arguments[kernel.parameters[i].name] = parts.values[i].integer();
  for (const Access& access : kernel.thread->accesses) {
    parts.lines.push_back(line_of(parts.file.text.line(access.source.line)));
  }
  parts.find_draws(kernel.thread->body);
  for (std::size_t i = 0; i < kernel.thread->accesses.size(); ++i) {
    for (const auto& index : kernel.thread->accesses[i].expression.indices)
      for (const Expression::Name& name : index.expression.names())
        if (parts.drawn.contains(static_cast<std::size_t>(name.slot)))
          asked_.insert(parts.lines[i]);
  }
  parts.find_asked(kernel.thread->body, false, asked_);
  launch_.contents = [&parts](const std::string& name, std::int64_t offset,
                              int bytes) -> std::optional<std::int64_t> {
    for (const PlacedArray& each : parts.program->arrays) {
      if (each.array->name != name || !each.array->contents) continue;
      const std::int64_t size = each.array->element_bytes();
      if (size != bytes || offset < 0 || offset % size != 0) return std::nullopt;
      const auto index = static_cast<std::uint64_t>(offset / size);
      std::vector<Number> slots = parts.values;
      slots.push_back(Number::integer(static_cast<std::int64_t>(index)));
      return each.contents.value_at(slots, scramble(each.seed, index), index);
    }
    return std::nullopt;
  };
}

Descriptor::~Descriptor() = default;

std::string Descriptor::memory_of(const std::string& array) const {
  for (const Array& each : parts_->file.kernel.arrays) {
    const std::string type = each.structure ? "struct" : to_string(each.type);
    if (each.name == array && array.ends_with("_" + type))
      return array.substr(0, array.size() - type.size() - 1);
  }
  return array;
}

std::optional<std::map<int, std::vector<Touch>>> Descriptor::run(const Extents& block,
                                                                 int warp) const {
  Recorder recorder(*parts_->program, parts_->lines);
  BlockRunner runner(*parts_->program);
  runner.run_warp(block, static_cast<std::size_t>(warp), recorder);
  if (runner.sampled()) return std::nullopt;
  return recorder.lanes();
}

}  // namespace gpumodel::test
