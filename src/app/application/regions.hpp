// What a program of OpenACC regions did, as a program file. The recording runtime says it in lines,
// see src/record/openacc/told.hpp.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace gpumodel {

struct RegionRecord {
  std::string what;      // data, end, region, enter, exit, update, wait, host, fault
  std::uint64_t at = 0;  // where in the program it was
  std::string queue{};   // empty: the host waits
  std::string fault{};   // why it cannot go on
  double seconds = 0.0;  // host
  struct Clause {
    std::string name;  // as in a program file
    std::uint64_t host = 0;
    std::uint64_t bytes = 0;
  };
  std::vector<Clause> clauses{};
  // Of a region: the arrays that it finds on the device, host address and bytes of each.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> used{};
  // Of one that said so (src/record/openacc/announced.hpp): where it stands, by the number of its
  // file, and what its variables were, arrays with `_elements` behind their name.
  std::size_t file = 0;
  int line = 0;            // 0: it did not
  std::string instance{};  // of a template: its arguments
  std::map<std::string, std::int64_t> values{};
  std::map<std::string, std::string> types{};  // of arrays: "f8", "i4"
};

// Throws InputError: the line comes from somebody else.
RegionRecord read_region_record(const std::string& line);

struct RegionKernel {
  std::string name, with{};  // "n: 100, m: 50"
};

struct RegionProgram {
  std::string id, summary{};
  // What a region launches, one after the other, and where it stands, if that is to be said.
  std::function<std::vector<RegionKernel>(const RegionRecord&)> kernels{};
  std::function<std::string(const RegionRecord&)> place{};
  bool host = false;      // with the time of the host's own code
  double l2_bytes = 0.0;  // 0: every region begins with a cold L2
};

std::string region_program_text(const std::vector<RegionRecord>& records, const RegionProgram& how);

}  // namespace gpumodel
