// What a program of OpenACC regions did, as a program file. The recording runtime says it in lines,
// see src/record/openacc/runtime.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace gpumodel {

struct RegionRecord {
  std::string what;      // data, end, region, enter, exit, update, wait, fault
  std::uint64_t at = 0;  // where in the program it was
  std::string queue{};   // empty: the host waits
  std::string fault{};   // why it cannot go on
  struct Clause {
    std::string name;  // as in a program file
    std::uint64_t host = 0;
    std::uint64_t bytes = 0;
  };
  std::vector<Clause> clauses{};
};

// Throws InputError: the line comes from somebody else.
RegionRecord read_region_record(const std::string& line);

// `kernel` says the name of a region by where it was.
std::string region_program_text(const std::string& id, const std::vector<RegionRecord>& records,
                                const std::function<std::string(std::uint64_t at)>& kernel);

}  // namespace gpumodel
