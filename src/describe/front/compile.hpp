// A source file to the device code's IR: clang as a library, own headers in place of CUDA's.
#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <string>
#include <vector>

#include "src/describe/diagnostic.hpp"
#include "src/describe/front/kernels.hpp"

namespace gpumodel::describe {

struct CompileRequest {
  std::string file;
  std::vector<std::string> options;    // of the compiler: -I, -D, -std, ...
  std::vector<std::string> instances;  // of templates that are wanted beside those that are used
  std::vector<std::string> beside{};   // other files, for functions that this one calls
};

struct Compiled {
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
  std::vector<KernelSource> kernels;    // in the order of the file
  std::vector<std::string> templates;   // of kernels, without any instance
  std::vector<Diagnostic> diagnostics;  // warnings and notes
  std::vector<Diagnostic> refused{};    // regions of host code that cannot be described
};

void initialize_target();  // of the GPU

// The attribute of a function whose body does not compile: clang's message.
constexpr const char* does_not_compile = "gpumodel-does-not-compile";

// Throws Failure with clang's messages where nothing of the file can be used.
Compiled compile(const CompileRequest& request);

}  // namespace gpumodel::describe
