#include "src/cli/validate/written_plan.hpp"

#include <filesystem>

#include "src/app/generate/quotas.hpp"
#include "src/cli/library/generated_kernels.hpp"
#include "src/io/library/load.hpp"
#include "src/io/library/locate.hpp"
#include "src/io/library/parameters.hpp"

namespace gpumodel {
namespace {

namespace fs = std::filesystem;

// nvcc takes half of its time for the headers, and a process for starting; but a fault costs a
// process, and the first library is waited for.
constexpr std::size_t per_library_of_many = 8;

WrittenCase written_case(const KernelFile& file, const Point& blank,
                         std::vector<CacheStart> caches) {
  WrittenCase one{&file, {}, blank, std::move(caches)};
  std::vector<std::optional<Number>> overrides;
  for (const ParameterValue& parameter : blank.parameters) {
    overrides.emplace_back(parameter.value);
  }
  evaluate_parameters(file.kernel, overrides, one.values);
  return one;
}

}  // namespace

bool is_written(const PlannedCase& planned, const ValidateOptions& options) {
  if (options.written) return true;
  std::error_code ignored;
  const fs::path kernels = fs::path(shipped_folder()) / words_of(Shelf::kernels).folder;
  const std::string library = fs::weakly_canonical(kernels, ignored).string() + "/";
  return !fs::weakly_canonical(planned.run.kernel_path, ignored).string().starts_with(library);
}

WrittenRun written_run(const std::vector<PlannedCase>& planned, const ValidateOptions& options,
                       KernelShelf& kernels) {
  WrittenRun run;
  if (options.kernels.empty()) {
    run.one_timer = true;
    run.counters = options.counters;
    run.per_library = per_library_of_many;
    run.keep_compiled = false;
  }
  for (const PlannedCase& one : planned) {
    std::string why_not;
    const KernelFile* file = kernels.find(one.run.blank.kernel, why_not);
    Point blank = one.run.blank;
    blank.descriptor = file->text.content;
    run.cases.push_back(written_case(*file, blank, one.run.caches));
  }
  return run;
}

WrittenRun random_run(const ValidateOptions& options, std::vector<KernelFile>& files) {
  const std::uint64_t seed = seed_of(options.seed);
  const DeviceFile device = load_gpu(options.device.empty() ? "h200" : options.device);
  std::vector<ChosenKernel> set =
      choose_set({.count = options.random, .seed = seed, .gpu = &std::get<Gpu>(device.device)});
  WrittenRun run{
      .cases = {},
      .generated = GeneratedSet{generator_version, static_cast<std::int64_t>(options.random),
                                fmt::format("{:#x}", seed)},
      .one_timer = true,
      .counters = true,
      .per_library = per_library_of_many,
      .keep_compiled = false};
  files.clear();
  files.reserve(set.size());
  for (ChosenKernel& one : set) {
    files.push_back(std::move(one.file));
    const Kernel& kernel = files.back().kernel;
    Point blank;
    blank.kernel = kernel.id;
    blank.descriptor = one.kernel.descriptor;
    std::vector<Number> values;
    evaluate_parameters(kernel, {}, values);
    for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
      blank.parameters.push_back({kernel.parameters[i].name, values[i]});
    }
    run.cases.push_back(written_case(files.back(), blank, {one.kernel.cache}));
  }
  return run;
}

}  // namespace gpumodel
