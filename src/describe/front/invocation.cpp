#include "src/describe/front/invocation.hpp"

#include <clang/Basic/DiagnosticSema.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/Utils.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <llvm/Support/CrashRecoveryContext.h>
#include <llvm/Support/Regex.h>

#include <algorithm>
#include <array>
#include <exception>

#include "src/describe/front/prelude.hpp"

namespace gpumodel::describe {
namespace {

// Headers of CUDA that add nothing to one of ours.
constexpr auto other_headers = std::to_array<std::pair<std::string_view, std::string_view>>(
    {{"cuda_runtime_api.h", "cuda_runtime.h"},
     {"device_launch_parameters.h", "cuda_runtime.h"},
     {"device_functions.h", "cuda_runtime.h"},
     {"math_functions.h", "cuda_runtime.h"},
     {"cuda_profiler_api.h", "cuda_runtime.h"},
     {"vector_types.h", "cuda_runtime.h"},
     {"vector_functions.h", "cuda_runtime.h"},
     {"driver_types.h", "cuda_runtime.h"},
     {"builtin_types.h", "cuda_runtime.h"},
     {"texture_types.h", "cuda_runtime.h"},
     {"texture_fetch_functions.h", "cuda_runtime.h"},
     {"surface_types.h", "cuda_runtime.h"},
     {"crt/host_defines.h", "cuda_runtime.h"},
     {"host_defines.h", "cuda_runtime.h"},
     {"device_atomic_functions.h", "cuda_runtime.h"},
     {"sm_20_atomic_functions.h", "cuda_runtime.h"},
     {"sm_60_atomic_functions.h", "cuda_runtime.h"},
     {"cuda_device_runtime_api.h", "cuda_runtime.h"},
     {"common_functions.h", "cuda_runtime.h"},
     {"device_types.h", "cuda_runtime.h"},
     {"channel_descriptor.h", "cuda_runtime.h"},
     {"math_functions.hpp", "cuda_runtime.h"},
     {"device_functions.hpp", "cuda_runtime.h"},
     {"vector_functions.hpp", "cuda_runtime.h"},
     {"crt/device_functions.h", "cuda_runtime.h"},
     {"crt/math_functions.h", "cuda_runtime.h"},
     {"surface_functions.h", "cuda_runtime.h"},
     {"cuda_texture_types.h", "cuda_runtime.h"},
     {"cuda_surface_types.h", "cuda_runtime.h"},
     {"sm_11_atomic_functions.h", "cuda_runtime.h"},
     {"sm_12_atomic_functions.h", "cuda_runtime.h"},
     {"sm_13_double_functions.h", "cuda_runtime.h"},
     {"sm_20_intrinsics.h", "cuda_runtime.h"},
     {"sm_30_intrinsics.h", "cuda_runtime.h"},
     {"sm_32_intrinsics.h", "cuda_runtime.h"},
     {"sm_32_atomic_functions.h", "cuda_runtime.h"},
     {"sm_35_intrinsics.h", "cuda_runtime.h"},
     {"sm_35_atomic_functions.h", "cuda_runtime.h"},
     {"sm_61_intrinsics.h", "cuda_runtime.h"},
     {"helper_functions.h", "helper_cuda.h"},
     {"helper_timer.h", "helper_cuda.h"},
     {"helper_string.h", "helper_cuda.h"},
     {"cooperative_groups/reduce.h", "cooperative_groups.h"},
     {"cooperative_groups/scan.h", "cooperative_groups.h"},
     {"cufftXt.h", "cufft.h"},
     {"cuda/pipeline", "cuda_pipeline.h"},
     {"cuda/barrier", "cuda_pipeline.h"},
     {"cuda_pipeline_primitives.h", "cuda_pipeline.h"},
     {"nvtx3/nvToolsExt.h", "nvToolsExt.h"},
     {"accelmath.h", "math.h"},
     {"thrust/adjacent_difference.h", "__gpumodel_thrust.h"},
     {"thrust/advance.h", "__gpumodel_thrust.h"},
     {"thrust/binary_search.h", "__gpumodel_thrust.h"},
     {"thrust/copy.h", "__gpumodel_thrust.h"},
     {"thrust/count.h", "__gpumodel_thrust.h"},
     {"thrust/device_allocator.h", "__gpumodel_thrust.h"},
     {"thrust/device_delete.h", "__gpumodel_thrust.h"},
     {"thrust/device_free.h", "__gpumodel_thrust.h"},
     {"thrust/device_malloc.h", "__gpumodel_thrust.h"},
     {"thrust/device_new.h", "__gpumodel_thrust.h"},
     {"thrust/device_ptr.h", "__gpumodel_thrust.h"},
     {"thrust/device_reference.h", "__gpumodel_thrust.h"},
     {"thrust/device_vector.h", "__gpumodel_thrust.h"},
     {"thrust/distance.h", "__gpumodel_thrust.h"},
     {"thrust/equal.h", "__gpumodel_thrust.h"},
     {"thrust/execution_policy.h", "__gpumodel_thrust.h"},
     {"thrust/extrema.h", "__gpumodel_thrust.h"},
     {"thrust/fill.h", "__gpumodel_thrust.h"},
     {"thrust/find.h", "__gpumodel_thrust.h"},
     {"thrust/for_each.h", "__gpumodel_thrust.h"},
     {"thrust/functional.h", "__gpumodel_thrust.h"},
     {"thrust/gather.h", "__gpumodel_thrust.h"},
     {"thrust/generate.h", "__gpumodel_thrust.h"},
     {"thrust/host_vector.h", "__gpumodel_thrust.h"},
     {"thrust/inner_product.h", "__gpumodel_thrust.h"},
     {"thrust/iterator/constant_iterator.h", "__gpumodel_thrust.h"},
     {"thrust/iterator/counting_iterator.h", "__gpumodel_thrust.h"},
     {"thrust/iterator/discard_iterator.h", "__gpumodel_thrust.h"},
     {"thrust/iterator/transform_iterator.h", "__gpumodel_thrust.h"},
     {"thrust/iterator/zip_iterator.h", "__gpumodel_thrust.h"},
     {"thrust/set_operations.h", "__gpumodel_thrust.h"},
     {"thrust/tabulate.h", "__gpumodel_thrust.h"},
     {"thrust/uninitialized_fill.h", "__gpumodel_thrust.h"},
     {"thrust/logical.h", "__gpumodel_thrust.h"},
     {"thrust/memory.h", "__gpumodel_thrust.h"},
     {"thrust/merge.h", "__gpumodel_thrust.h"},
     {"thrust/pair.h", "__gpumodel_thrust.h"},
     {"thrust/partition.h", "__gpumodel_thrust.h"},
     {"thrust/detail/type_traits.h", "__gpumodel_thrust.h"},
     {"thrust/random.h", "__gpumodel_thrust.h"},
     {"thrust/reduce.h", "__gpumodel_thrust.h"},
     {"thrust/remove.h", "__gpumodel_thrust.h"},
     {"thrust/replace.h", "__gpumodel_thrust.h"},
     {"thrust/reverse.h", "__gpumodel_thrust.h"},
     {"thrust/scan.h", "__gpumodel_thrust.h"},
     {"thrust/scatter.h", "__gpumodel_thrust.h"},
     {"thrust/sequence.h", "__gpumodel_thrust.h"},
     {"thrust/sort.h", "__gpumodel_thrust.h"},
     {"thrust/system/cuda/execution_policy.h", "__gpumodel_thrust.h"},
     {"thrust/transform.h", "__gpumodel_thrust.h"},
     {"thrust/transform_reduce.h", "__gpumodel_thrust.h"},
     {"thrust/transform_scan.h", "__gpumodel_thrust.h"},
     {"thrust/tuple.h", "__gpumodel_thrust.h"},
     {"thrust/unique.h", "__gpumodel_thrust.h"},
     {"thrust/version.h", "__gpumodel_thrust.h"},
     {"cub/cub.cuh", "__gpumodel_cub.h"},
     {"cub/block/block_reduce.cuh", "__gpumodel_cub.h"},
     {"cub/block/block_load.cuh", "__gpumodel_cub.h"},
     {"cub/block/block_scan.cuh", "__gpumodel_cub.h"},
     {"cub/block/block_store.cuh", "__gpumodel_cub.h"},
     {"cub/device/device_histogram.cuh", "__gpumodel_cub.h"},
     {"cub/device/device_select.cuh", "__gpumodel_cub.h"},
     {"cub/warp/warp_scan.cuh", "__gpumodel_cub.h"},
     {"thrust/iterator/permutation_iterator.h", "__gpumodel_thrust.h"},
     {"cub/device/device_radix_sort.cuh", "__gpumodel_cub.h"},
     {"cub/device/device_reduce.cuh", "__gpumodel_cub.h"},
     {"cub/device/device_scan.cuh", "__gpumodel_cub.h"},
     {"cub/warp/warp_reduce.cuh", "__gpumodel_cub.h"},
     {"cublas_api.h", "cublas_v2.h"},
     {"cusolver_common.h", "cusolverDn.h"},
     {"cuda/std/algorithm", "__gpumodel_std.h"},
     {"cuda/std/array", "__gpumodel_std.h"},
     {"cuda/std/cassert", "__gpumodel_std.h"},
     {"cuda/std/cmath", "__gpumodel_std.h"},
     {"cuda/std/cstddef", "__gpumodel_std.h"},
     {"cuda/std/cstdint", "__gpumodel_std.h"},
     {"cuda/std/functional", "__gpumodel_std.h"},
     {"cuda/std/limits", "__gpumodel_std.h"},
     {"cuda/std/numeric", "__gpumodel_std.h"},
     {"cuda/std/optional", "__gpumodel_std.h"},
     {"cuda/std/tuple", "__gpumodel_std.h"},
     {"cuda/std/type_traits", "__gpumodel_std.h"},
     {"cuda/std/utility", "__gpumodel_std.h"},
     {"CL/cl.h", "__gpumodel_opencl.h"},
     {"CL/opencl.h", "__gpumodel_opencl.h"}});

// cuInit, CUdevice.
bool is_of_driver(llvm::StringRef message) {
  static const llvm::Regex driver(
      "^(use of undeclared identifier|unknown type name) "
      "'(cu[A-Z]|CU[a-z_])");
  return driver.match(message);
}

// BLOCK_SIZE, as builds define it.
bool is_of_build(llvm::StringRef message) {
  static const llvm::Regex macro("^use of undeclared identifier '[A-Z][A-Z0-9_]*'");
  return macro.match(message);
}

// Often nothing of them is used in device code.
class Includes : public clang::PPCallbacks {
 public:
  explicit Includes(std::vector<std::string>& missing) : missing_(missing) {}
  bool FileNotFound(llvm::StringRef name) override {
    missing_.push_back(name.str());
    return true;
  }

 private:
  std::vector<std::string>& missing_;
};

}  // namespace

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files_with_prelude() {
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  const auto add = [&](std::string_view name, std::string_view text) {
    memory->addFile(std::string(prelude_folder) + "/" + std::string(name), 0,
                    llvm::MemoryBuffer::getMemBuffer(llvm::StringRef(text.data(), text.size())));
  };
  for (const PreludeHeader& header : prelude_headers())
    add(std::string(header.stem) + ".h", header.text);
  static const auto forwards = [] {
    std::vector<std::string> all;
    for (const auto& [name, ours] : other_headers)
      all.push_back("#include <" + std::string(ours) + ">\n");
    return all;
  }();
  for (std::size_t i = 0; i < forwards.size(); ++i) add(other_headers[i].first, forwards[i]);
  add("c/CL/cl.h", "#include \"../../__gpumodel_opencl.h\"\n");
  add("after/mpi.h", "#include <__gpumodel_mpi.h>\n");
  for (const char* name : {"cuda_runtime.h", "cuda_runtime_api.h", "cuda.h", "curand.h",
                           "cublas_v2.h", "cublas.h", "cufft.h", "cusparse.h", "cuComplex.h"})
    add(std::string("host-c/") + name, "#include <__gpumodel_c.h>\n");
  auto all =
      llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(llvm::vfs::getRealFileSystem());
  all->pushOverlay(memory);
  return all;
}

void Messages::HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                                const clang::Diagnostic& info) {
  clang::DiagnosticConsumer::HandleDiagnostic(level, info);
  if (level < clang::DiagnosticsEngine::Error) return;  // the compiler's taste is not ours
  // A body that was dropped, for what it needs does not compile.
  if (tolerant && !errors.all().empty() &&
      info.getID() == clang::diag::err_undefined_internal_type) {
    const_cast<clang::DiagnosticsEngine*>(info.getDiags())->Reset(true);
    return;
  }
  Diagnostic diagnostic{.id = "source-error"};
  llvm::SmallString<256> text;
  info.FormatDiagnostic(text);
  diagnostic.message = text.str().str();
  if (is_of_driver(text))
    diagnostic.hints = {
        "CUDA's driver API is not supported: call the runtime (cudaMalloc, <<<...>>>)"};
  else if (is_of_build(text))
    diagnostic.hints = {"where a build defines it: --compile '-DNAME=VALUE'"};
  clang::SourceLocation where;
  if (info.hasSourceManager() && info.getLocation().isValid()) {
    const clang::SourceManager& sources = info.getSourceManager();
    const clang::PresumedLoc at = sources.getPresumedLoc(info.getLocation());
    diagnostic.place = {at.getFilename(), at.getLine(), at.getColumn()};
    where = sources.getExpansionLoc(info.getLocation());
    const char* begin =
        sources.getCharacterData(where) - (sources.getExpansionColumnNumber(where) - 1);
    diagnostic.source_line =
        llvm::StringRef(begin).take_until([](char c) { return c == '\n'; }).str();
  }
  // Of headers of the system that do not compile nothing can be trusted.
  const bool of_system = where.isValid() && info.getSourceManager().isInSystemHeader(where) &&
                         !diagnostic.place.file.starts_with(prelude_folder);
  fatal = fatal || of_system || level == clang::DiagnosticsEngine::Fatal || where.isInvalid();
  errors.add(std::move(diagnostic), where);
  if (tolerant && !fatal) const_cast<clang::DiagnosticsEngine*>(info.getDiags())->Reset(true);
}

std::vector<Diagnostic> Messages::all() const {
  std::vector<Diagnostic> diagnostics;
  for (const SourceError& error : errors.all()) {
    const Diagnostic& one = error.diagnostic;
    const bool again = std::ranges::any_of(diagnostics, [&](const Diagnostic& known) {
      return known.message == one.message && known.place.file == one.place.file &&
             known.place.line == one.place.line;
    });
    if (!again) diagnostics.push_back(one);
  }
  return diagnostics;
}

void collect_missing_includes(clang::CompilerInstance& compiler,
                              std::vector<std::string>& missing) {
  compiler.getPreprocessor().addPPCallbacks(std::make_unique<Includes>(missing));
}

std::vector<Diagnostic> missing_includes(const std::string& file,
                                         const std::vector<std::string>& missing) {
  std::vector<Diagnostic> all;
  for (const std::string& name : missing) {
    Diagnostic& said = all.emplace_back();
    said.severity = Severity::warning;
    said.id = "include-missing";
    said.message = "'" + name + "' was not found, and left out";
    said.place.file = file;
    said.hints = {"--compile '-I FOLDER' names its folder"};
  }
  return all;
}

namespace {

void choose_for_modules(clang::CompilerInvocation& made) {
  auto& code = made.getCodeGenOpts();
  code.DisableLLVMPasses = true;
  code.OptimizationLevel = 1;
  code.DisableLifetimeMarkers = true;  // else a `continue` leaves by a switch over what it ends
  code.UnrollLoops = true;             // else every loop would say that it must not be unrolled
#if LLVM_VERSION_MAJOR >= 17
  code.setDebugInfo(llvm::codegenoptions::LimitedDebugInfo);
#else
  code.setDebugInfo(clang::codegenoptions::LimitedDebugInfo);
#endif
  made.getDiagnosticOpts().ErrorLimit = 0;
}

bool execute(const Invocation& invocation, clang::FrontendAction& action, Messages& messages) {
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files = files_with_prelude();
  std::vector<const char*> pointers;
  for (const std::string& argument : invocation.arguments) pointers.push_back(argument.c_str());

  auto options = llvm::makeIntrusiveRefCnt<clang::DiagnosticOptions>();
  clang::CreateInvocationOptions how;
  how.Diags = llvm::makeIntrusiveRefCnt<clang::DiagnosticsEngine>(
      llvm::makeIntrusiveRefCnt<clang::DiagnosticIDs>(), options, &messages, false);
  how.VFS = files;
  std::shared_ptr<clang::CompilerInvocation> made =
      clang::createInvocation(pointers, std::move(how));
  if (!made) return false;
  made->getFrontendOpts().DisableFree = false;
  made->getDiagnosticOpts().ShowCarets = false;  // nor a count of warnings
  (invocation.choose ? invocation.choose : choose_for_modules)(*made);

  clang::CompilerInstance compiler;
  compiler.setInvocation(made);
  compiler.createDiagnostics(&messages, false);
  compiler.createFileManager(files);
  for (const auto& [file, text] : invocation.texts)
    if (!text.empty())
      made->getPreprocessorOpts().addRemappedFile(
          file, llvm::MemoryBuffer::getMemBufferCopy(text, file).release());
  return compiler.ExecuteAction(action) && messages.errors.all().empty();
}

}  // namespace

std::vector<std::string> cuda_arguments(const std::vector<std::string>& side,
                                        const std::vector<std::string>& options,
                                        const std::string& file) {
  const std::string folder(prelude_folder);
  std::vector<std::string> all = {"clang++",
                                  "-x",
                                  "cuda",
                                  "-nocudainc",
                                  "-nocudalib",
                                  "-Wno-unknown-cuda-version",
                                  "-w",
                                  "-Wno-c++11-narrowing",  // nvcc takes these
                                  "-Wno-static-float-init",
                                  "-Wno-reserved-user-defined-literal",
                                  "-Wno-register",
                                  "-Xclang",
                                  "-fnative-half-type",
                                  "-Xclang",
                                  "-fnative-half-arguments-and-returns",
                                  "-resource-dir",
                                  GPUMODEL_CLANG_RESOURCES,
                                  "-isystem",
                                  folder,
                                  "-include",
                                  folder + "/cuda_runtime.h"};
  all.insert(all.end(), side.begin(), side.end());
  all.insert(all.end(), options.begin(), options.end());
  const bool standard = std::ranges::any_of(options, [](const std::string& option) {
    return option.starts_with("-std=") || option.starts_with("--std=");
  });
  if (!standard) all.push_back("-std=c++17");
  all.push_back(file);
  return all;
}

std::vector<std::string> c_arguments(const std::vector<std::string>& options,
                                     const std::string& file) {
  std::vector<std::string> all = {"clang", "-x", "c", "-O2", "-w", "-std=gnu17", "-resource-dir",
                                  GPUMODEL_CLANG_RESOURCES,
                                  // As compilers took it that the file may have been written for.
                                  "-Wno-implicit-function-declaration", "-Wno-int-conversion",
                                  "-isystem", std::string(prelude_folder) + "/c"};
  for (const std::string& option : options)  // those of C++ are for its other files
    if (!option.starts_with("-std=") && !option.starts_with("--std=")) all.push_back(option);
  all.push_back(file);
  return all;
}

bool invoke(const Invocation& invocation, clang::FrontendAction& action, Messages& messages) {
  llvm::CrashRecoveryContext::Enable();
  bool good = false;
  std::exception_ptr thrown;
  const bool survived = llvm::CrashRecoveryContext().RunSafely([&] {
    try {
      good = execute(invocation, action, messages);
    } catch (...) {
      thrown = std::current_exception();
    }
  });
  if (thrown) std::rethrow_exception(thrown);
  if (survived) return good;
  std::vector<Diagnostic> said = messages.all();
  if (said.empty()) {
    Diagnostic lost;
    lost.id = "not-described";
    lost.message = "clang does not get through this source, and does not say why";
    lost.place.file = invocation.file;
    said.push_back(std::move(lost));
  }
  throw Failure{std::move(said), 3};
}

}  // namespace gpumodel::describe
