#include "src/cli/sweep/options.hpp"

#include <CLI/CLI.hpp>

#include "src/app/common/model_choice.hpp"
#include "src/cli/common/cache_choice.hpp"
#include "src/diagnostics/all_faults.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/io/library/load.hpp"
#include "src/io/text/amount.hpp"

namespace gpumodel {
namespace {

void add_text(CLI::App& app, const char* name, std::string& value, const char* type,
              const char* help) {
  app.add_option(name, value, help)->type_name(type);
}

}  // namespace

void SweepOptions::declare_launch(CLI::App& app) {
  app.add_option("KERNEL", kernel, "Kernel: a name from the library, or a file")->required();
  add_text(app, "--device", device, "DEVICES",
           "GPUs: names or files, a,b,c; or all (default v100)");
  app.add_option("-D,--define", definitions,
                 "Values of a parameter: n=1Mi,4Mi or n=1..64:8 or n=2^10..2^28:x4")
      ->type_name("NAME=VALUES")
      ->allow_extra_args(false);
  add_text(app, "--threads", threads, "VALUES", "Threads per block, of blocks with one dimension");
  add_text(app, "--registers-per-thread", registers, "VALUES",
           "Registers that the compiler may use");
  add_text(app, "--streams", streams, "VALUES", "Streams that overlap copies and kernels");
  add_text(app, "--chunks", chunks, "VALUES", "Pieces that the data are cut into");
  add_text(app, "--where", where, "CONDITION",
           "Combinations that count: 'bx * by <= 1024'; knows parameters, block.x, block.y, "
           "block.z, threads, registers_per_thread, streams and chunks");
  add_text(app, "--model", model, "MODEL", "textbook, roofline or machine (default machine)");
  add_text(app, "--cache", cache, "STATE",
           "What L2 holds before the launch: cold, warm, used or copied (default cold)");
  set.declare(app);
  schedule.declare(app);
}

void SweepOptions::declare(CLI::App& app) {
  declare_launch(app);
  add_text(app, "--shard", shard, "I/N",
           "Only the I-th of N parts; gpumodel merge puts them together");
  add_text(app, "--most-points", most_points, "N", "Go through more points than 10^9");
}

Shard parse_shard(const std::string& text) {
  if (text.empty()) return {};
  const std::size_t slash = text.find('/');
  const auto number = [&](const std::string& part) -> std::uint64_t {
    const bool digits = !part.empty() && part.size() < 10 &&
                        part.find_first_not_of("0123456789") == std::string::npos;
    return digits ? std::stoull(part) : 0;
  };
  if (slash != std::string::npos) {
    const Shard shard{number(text.substr(0, slash)), number(text.substr(slash + 1))};
    if (shard.index >= 1 && shard.index <= shard.of) return shard;
  }
  refuse_call("usage", "--shard " + text + " names no part",
              {"--shard 3/20 is the third of twenty; they are numbered from 1"});
}

SweepAsk SweepOptions::ask(double work) const {
  SweepAsk ask;
  ask.definitions = definitions;
  ask.threads = threads;
  ask.registers = registers;
  ask.streams = streams;
  ask.chunks = chunks;
  ask.where = where;
  ask.shard = parse_shard(shard);
  ask.model = &chosen_model(model);
  ask.cache = chosen_cache(cache);
  ask.way = schedule.chosen();
  ask.work = work;
  if (!most_points.empty()) {
    ask.most_points = static_cast<std::uint64_t>(
        parse_amounts("--most-points", most_points, AmountKind::count).front());
  }
  AllFaults faults;
  faults.attempt([&] { ask.kernel = std::make_shared<const KernelFile>(load_kernel(kernel)); });
  faults.attempt([&] {
    ask.default_device = device.empty() && choose_device(device).is_default;
    for (DeviceFile& file : load_gpus(device)) {
      ask.devices.push_back(std::make_shared<const DeviceFile>(set.device(std::move(file))));
    }
  });
  faults.throw_if_any();
  set.refuse_without(false, false);
  return ask;
}

}  // namespace gpumodel
