#include "src/cli/coalesce/options.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "models/access/array_access.hpp"
#include "src/cli/coalesce/accesses.hpp"
#include "src/cli/library/target.hpp"
#include "src/io/library/load.hpp"
#include "src/io/text/amount.hpp"

namespace gpumodel {
namespace {

// "32x4x1": whole numbers separated by x.
std::vector<std::int64_t> parse_extents(const char* option, const std::string& text) {
  std::vector<std::int64_t> values;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('x', begin), text.size());
    const auto part = parse_amounts(option, text.substr(begin, end - begin), AmountKind::count);
    if (part.size() != 1)
      refuse_call("amount-wrong", fmt::format("{} {}: is no shape", option, text), {});
    values.push_back(part.front());
    begin = end + 1;
  }
  return values;
}

Extent3 three(const char* option, const std::string& text, const std::vector<std::int64_t>& values,
              std::int64_t missing) {
  if (values.size() > 3) {
    refuse_call("amount-wrong", fmt::format("{} {}: has more than three dimensions", option, text),
                {});
  }
  const auto at = [&](std::size_t i) { return i < values.size() ? values[i] : missing; };
  return {at(0), at(1), at(2)};
}

// Limits of CUDA on every capability since 2.0.
Extent3 parse_block(const std::string& text) {
  const Extent3 block = three("--block", text, parse_extents("--block", text), 1);
  const bool each = block.x >= 1 && block.y >= 1 && block.z >= 1 && block.x <= 1024 &&
                    block.y <= 1024 && block.z <= 64;
  if (!each || block.count() > 1024) {
    refuse_call("amount-wrong", fmt::format("--block {}: no such block", text),
                {"at most 1024, 1024 and 64 threads in x, y and z, and 1024 together"});
  }
  return block;
}

std::vector<std::int64_t> parse_shape(const std::string& text) {
  if (text.empty()) return {};
  std::vector<std::int64_t> shape = parse_extents("--shape", text);
  constexpr std::int64_t most = std::int64_t{1} << 48;
  std::int64_t count = 1;
  for (const std::int64_t extent : shape) {
    if (extent < 1 || __builtin_mul_overflow(count, extent, &count) || count > most) {
      refuse_call("amount-wrong", fmt::format("--shape {}: no such array", text),
                  {"every extent is at least 1, and an array has at most 2^48 elements"});
    }
  }
  return shape;
}

LoadPath parse_path(const std::string& text) {
  if (text == "default") return LoadPath::usual;
  if (text == "read-only") return LoadPath::read_only;
  if (text == "l1") return LoadPath::l1;
  refuse_call("usage", "--load-path does not know '" + text + "'", {"known: default read-only l1"});
}

// Kepler before 3.5 has neither: its L1 holds local memory only, and __ldg does not exist.
void refuse_other_path(const CoalesceOptions& options, const CoalesceAnswer& answer) {
  if (answer.path == LoadPath::usual) return;
  if (options.shared) {
    refuse_call("usage", "--load-path is about global memory, --shared is not", {"give one"});
  }
  if (answer.capability < ComputeCapability{3, 5}) {
    refuse_call("usage",
                fmt::format("--load-path {}: compute capability {} has no such path", options.path,
                            to_string(answer.capability)),
                {"it exists since 3.5"});
  }
}

}  // namespace

Extent3 parse_block_index(const std::string& text) {
  const auto values = parse_amounts("--at-block", text, AmountKind::count);
  const Extent3 index = three("--at-block", text, values, 0);
  if (index.x > 2147483646 || index.y > 65534 || index.z > 65534) {
    refuse_call("amount-wrong", fmt::format("--at-block {}: no such block", text),
                {"at most 2147483646, 65534 and 65534"});
  }
  return index;
}

std::int64_t parse_single(const char* option, const std::string& text, AmountKind kind) {
  const auto values = parse_amounts(option, text, kind);
  if (values.size() != 1) refuse_call("usage", fmt::format("{} takes one value", option), {});
  return values.front();
}

void CoalesceOptions::declare(CLI::App& app) {
  const auto add = [&](const char* name, std::string& value, const char* type, const char* help) {
    app.add_option(name, value, help)->type_name(type);
  };
  app_ = &app;
  app.add_option("EXPR", expressions, "Accesses such as 'x[2*i]' or 'U[j][i-1]', or a kernel")
      ->type_name("");
  add("--elem", element, "E", "Element: 1, 2, 4, 8 or 16 bytes, or a type such as f64 or f32x4");
  add("--struct", structure, "MEMBERS", "Elements are structures: 'f32 a, f32 b, f32 c'");
  add("--fields", fields, "A,B", "Members that are read (default: all)");
  add("--store", stores, "NAMES", "Members or arrays that are written");
  add("--shape", shape, "NxM", "Elements per dimension, the last index fastest: 1024x1024");
  add("--base", base, "BYTES", "Address of element 0 (default 0: aligned)");
  add("--where", where, "COND", "Only lanes where this holds, such as 'i > 0'");
  schedule.declare(app);
  app.add_option("-D,--define", definitions,
                 "Value of a name that the expressions use, or the kernel")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  add("--block", block, "XxYxZ", "Threads per block (default 256)");
  add("--at-block", at_block, "X,Y,Z",
      "Block looked at (default 0,0,0; of a kernel the middle one)");
  add("--warp", warp, "N", "Warp of that block (default 0)");
  add("--access", access, "N", "Access of a kernel to draw (default: what wastes most)");
  app.add_flag("--shared", shared, "The arrays lie in shared memory: bank conflicts");
  add("--load-path", path, "PATH",
      "default, read-only (__ldg) or l1 (-dlcm=ca); old devices differ");
  add("--device", device, "DEVICE", "GPU: a name from the library or a file (default v100)");
  add("--cc", capability, "X.Y", "Compute capability instead of a device");
}

bool CoalesceOptions::given(const char* option) const {
  return app_->count(option) > 0;
}

CoalesceAnswer CoalesceOptions::answer() const {
  if (!access.empty()) {
    refuse_call("usage", "--access chooses among the accesses of a kernel",
                {"accesses given as expressions are all drawn together"});
  }
  CoalesceAnswer answer;
  answer.place = {parse_block(block), parse_block_index(at_block),
                  parse_single("--warp", warp, AmountKind::count)};
  if (answer.place.warp >= answer.place.warps()) {
    refuse_call("amount-wrong",
                fmt::format("--warp {}: the block has {} warps", warp, answer.place.warps()),
                {"the first is --warp 0"});
  }
  answer.path = parse_path(path);
  answer.base = parse_single("--base", base, AmountKind::bytes);
  if (answer.base >= address_end) {
    refuse_call("amount-wrong", fmt::format("--base {}: no device has such an address", base),
                {"it matters only modulo 128"});
  }
  answer.shape = parse_shape(shape);
  answer.in_shared_memory = shared;
  answer.where = where;
  answer.expressions = expressions;
  answer.element = element;
  answer.fields = fields;
  answer.stores = stores;
  set_target(choose_target(device, capability), answer);
  refuse_other_path(*this, answer);
  add_accesses(*this, answer);
  return answer;
}

}  // namespace gpumodel
