// What a file of C or C++ has to describe: regions of OpenACC, or else its loop nests. And the
// file as clang shall compile it, with a mark before each: a `target` construct of OpenMP, which
// makes the region a function of the variables that it uses.
#pragma once

#include <map>
#include <set>

#include "src/describe/front/compile.hpp"
#include "src/describe/program/region.hpp"
#include "src/describe/regions/announcement.hpp"

namespace gpumodel::describe {

// Arguments of clang for it, and more of them.
std::vector<std::string> host_arguments(const CompileRequest& request,
                                        const std::vector<std::string>& more);

struct HostSource {
  std::vector<Region> regions;                // by their place
  bool has_directives = false;                // of OpenACC, which say what to describe
  std::map<std::string, std::string> marked;  // texts, by file: headers may have regions, too
  std::vector<Announcement> announcements;    // of the constructs of the file itself
  std::vector<Diagnostic> refused;            // regions that cannot be described
  std::vector<Diagnostic> said;               // warnings: what was left out
  std::set<std::string> unknown;              // names of what was left out, which may have changed
};

// Throws Failure with clang's messages where the file does not compile.
HostSource read_host_source(const CompileRequest& request);

}  // namespace gpumodel::describe
