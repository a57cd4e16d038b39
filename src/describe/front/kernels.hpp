// Kernels as the source declares them: names, parameters, layouts of structures, launches.
#pragma once

#include <clang/AST/ASTConsumer.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "src/describe/diagnostic.hpp"
#include "src/describe/front/launches.hpp"
#include "src/describe/front/source_errors.hpp"
#include "src/describe/program/program.hpp"
#include "src/describe/program/region.hpp"

namespace gpumodel::describe {

struct ParameterSource {
  std::string name;
  std::string type;  // as the source spells it
  bool pointer = false;
  bool read_only = false;          // what a pointer points to is const
  std::int64_t element_bytes = 0;  // of what a pointer points to
  std::string whole{};             // whole numbers behind a pointer: "i4", "u1"; else empty
  std::string element{};           // its type as the format spells it; empty for structures
  std::int64_t alignment = 0;
  std::vector<Member> members{};            // of a structure, behind a pointer or passed by value
  std::vector<ParameterSource> pointers{};  // in a structure, or where a pointer points to
  std::int64_t offset = 0;                  // of such a pointer
  std::vector<std::int64_t>
      declared{};                    // extents of an array of the host; the first may be 0: unknown
  std::string value{}, why{};        // of a number, where the source gives it
  std::optional<Formula> product{};  // of other numbers, which it stands for in a stride

  // Aligned to its size, and of equal numbers: float2, float4, ...
  bool is_vector() const;
};

struct KernelSource {
  std::string name;     // with template arguments and namespaces, but without anonymous ones
  std::string mangled;  // of the function of the IR
  Place place;
  std::vector<ParameterSource> parameters;
  int most_threads = 0;                // __launch_bounds__
  std::optional<LaunchSource> launch;  // the first that host code shows
  std::optional<Region> region;        // of host code that it was made of
  std::optional<Diagnostic> error;     // why it does not compile

  std::string signature() const;
};

// Anonymous namespaces and clang's spelling of them tell a reader nothing.
std::string readable_name(const clang::FunctionDecl& function, const clang::ASTContext& context);
ParameterSource parameter_of(std::string name, clang::QualType type,
                             const clang::ASTContext& context);

struct Sources {
  std::vector<KernelSource> kernels;
  std::vector<std::string> templates;
  std::map<std::string, std::string> broken;  // messages by the names of device functions
};

// Fills `sources` once the file is parsed, and takes what does not compile out of it.
std::unique_ptr<clang::ASTConsumer> kernel_collector(Sources& sources, SourceErrors& errors);

}  // namespace gpumodel::describe
