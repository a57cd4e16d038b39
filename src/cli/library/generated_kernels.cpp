#include "src/cli/library/generated_kernels.hpp"

#include <charconv>

#include "src/cli/common/work_progress.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/io/library/load.hpp"
#include "src/view/generate/page.hpp"

namespace gpumodel {
namespace {

constexpr const char* usual_device = "h200";  // what quotas are about, where none is named

int generate_set(const LibraryOptions& library, const GenerateOptions& options, Console& console) {
  library.expect_names(0);
  const DeviceFile device = load_gpu(options.device.empty() ? usual_device : options.device);
  const std::vector<ChosenKernel> set = choose_set({.count = options.random,
                                                    .seed = seed_of(options.seed),
                                                    .gpu = &std::get<Gpu>(device.device)});
  if (!options.folder.empty()) {
    std::vector<std::pair<std::string, std::string>> texts;
    for (const ChosenKernel& one : set)
      texts.emplace_back(one.kernel.name.text() + ".yaml", one.kernel.descriptor);
    write_files(options.folder, texts, library.output.force);
  }
  write_results(console, library.output, generated_set_page(set), {});
  return exit_code::done;
}

}  // namespace

void GenerateOptions::declare(CLI::App& app) {
  app.add_option("--random", random, "generate: so many kernels, by quotas (docs/generated.md)")
      ->type_name("N");
  app.add_option("--seed", seed, "generate: what --random makes them of (default 1)")
      ->type_name("S");
  app.add_option("--device", device, "generate: the device of the quotas (default h200)")
      ->type_name("DEVICE");
  app.add_option("--output", folder, "generate: write each kernel into this folder")
      ->type_name("FOLDER");
}

std::uint64_t seed_of(const std::string& text) {
  if (text.empty()) return 1;
  const bool hex = text.starts_with("0x");
  const char* first = text.data() + (hex ? 2 : 0);
  const char* end = text.data() + text.size();
  std::uint64_t value = 0;
  const auto read = std::from_chars(first, end, value, hex ? 16 : 10);
  if (first == end || read.ec != std::errc{} || read.ptr != end) {
    refuse_call("amount-wrong", "--seed cannot be '" + text + "'",
                {"expected a whole number below 2^64, such as 1 or 0xb77bcc4"});
  }
  return value;
}

int generate_kernels(const LibraryOptions& library, const GenerateOptions& options,
                     Console& console) {
  if (!library.output.json.empty()) {
    refuse_call("usage", "'generate' has no JSON", {"--csv has the same tables"});
  }
  if (options.random > 0) return generate_set(library, options, console);
  if (options.given()) {
    refuse_call("usage", "--seed, --device and --output need --random",
                {"gpumodel kernels generate --random 50 --seed 1 --output kernels"});
  }
  if (library.names.empty()) {
    write_results(console, library.output, families_page(), {});
    return exit_code::done;
  }
  library.expect_names(1);
  console.out << generated(parse_generated_name(library.names[0])).descriptor;
  return exit_code::done;
}

}  // namespace gpumodel
