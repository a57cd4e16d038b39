// gpumodel-describe, a program of its own because it is made of a compiler: descriptors of the
// kernels of a source file.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "src/diagnostics/diagnostic.hpp"
#include "src/io/application/read_records.hpp"

namespace gpumodel {

// What it is asked.
struct SourceAsk {
  std::string file;
  std::vector<std::string> kernels{};                   // none: all
  std::vector<std::string> beside{};                    // see SourceOptions
  std::string compile{}, compile_commands{}, launch{};  // see SourceOptions
  std::vector<std::string> definitions{}, values{};
  std::vector<std::string> known{};     // as definitions, where the kernel asks for them
  std::vector<std::string> counted{};   // NAME=WHERE: where answers were counted
  std::vector<std::string> changing{};  // arrays that the next launch finds changed
  std::string name{};                   // of the descriptor, where there is one kernel
  bool within = false;                  // what is made of data is an index of the array
};

// About one of the files of a program, the others beside it.
SourceAsk about_one_of(const std::vector<std::string>& files, const std::string& file,
                       const std::string& compile);

struct SourceAnswer {
  std::vector<std::string> descriptors;  // one text per kernel
  std::vector<Diagnostic> said;          // with their places in the source
  // Of each that asks: options that answer it, at both ends of what is possible; empty: not known.
  std::vector<std::array<std::string, 2>> bounds{};  // beside `said`
};

// Compiles the host's side of a file into an object, and its kernels into another one where that is
// asked for; says which kernels it may launch. Throws
// as describe_source().
std::vector<LaunchableKernel> compile_source_for_host(const SourceAsk& source,
                                                      const std::string& object,
                                                      const std::string& bodies = {});

// Throws MachineError where the program is not installed or does not do what it should, InputError
// where it refuses the source. `counting`: an object for the one kernel with counters of what it
// leaves open, which is not written where nothing of that can be counted; questions of which it
// cannot have a second hint, why: "not counted: ...".
SourceAnswer describe_source(const SourceAsk& ask, const std::string& counting = {});
// Refuses what such an answer says is wrong, or leaves open. Throws InputError.
void refuse_open(SourceAnswer& answer);
// Names of the kernels with their parameters, a line each.
std::string list_source(const SourceAsk& ask);

// A source in OpenACC: its compiler's options, and lines of the regions by that of their construct.
struct AnnouncedSource {
  std::vector<std::string> options{};
  std::multimap<int, int> regions{};
};
// With calls that say what the variables of its regions are, written into the file `to`. Throws as
// describe_source().
AnnouncedSource announce_regions(const std::string& file, const std::string& compile,
                                 std::size_t number, const std::string& to);

// "kernel: saxpy" of a descriptor's text.
std::string described_name(const std::string& descriptor);
// "saxpy(float *x, int n)" of its first line.
std::string described_signature(const std::string& descriptor);
// "openacc:  # as in jacobi.c:12": the line of its directive; 0 where it has none.
int described_region(const std::string& descriptor);

}  // namespace gpumodel
