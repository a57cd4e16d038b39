#include "src/cli/coalesce/options.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "src/cli/library/target.hpp"
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

LoadPath parse_path(const std::string& text) {
  if (text == "default") return LoadPath::usual;
  if (text == "read-only") return LoadPath::read_only;
  if (text == "l1") return LoadPath::l1;
  refuse_call("usage", "--load-path does not know '" + text + "'", {"known: default read-only l1"});
}

}  // namespace

Extent3 parse_block_index(const std::string& text) {
  return three("--at-block", text, parse_amounts("--at-block", text, AmountKind::count), 0);
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
  source.declare(app);
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
  set.declare(app);
}

bool CoalesceOptions::given(const char* option) const {
  return app_->count(option) > 0;
}

CoalesceAsk CoalesceOptions::ask() const {
  if (!access.empty()) {
    refuse_call("usage", "--access chooses among the accesses of a kernel",
                {"accesses given as expressions are all drawn together"});
  }
  CoalesceAsk ask;
  ask.expressions = expressions;
  ask.definitions = definitions;
  ask.element = element;
  ask.structure = structure;
  ask.fields = fields;
  ask.stores = stores;
  ask.where = where;
  ask.place = {three("--block", block, parse_extents("--block", block), 1),
               parse_block_index(at_block), parse_single("--warp", warp, AmountKind::count)};
  ask.shape_text = shape;
  if (!shape.empty()) ask.shape = parse_extents("--shape", shape);
  ask.base_text = base;
  ask.base = parse_single("--base", base, AmountKind::bytes);
  ask.path = parse_path(path);
  ask.shared = shared;
  ask.target = choose_target(device, capability, set);
  return ask;
}

}  // namespace gpumodel
