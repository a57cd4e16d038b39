// The table of what the machine model was judged on is that of the committed records.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>

#include "models/time/machine/judged_parts.hpp"
#include "src/io/library/load.hpp"
#include "src/io/record/read_record.hpp"

namespace gpumodel::test {
namespace {

namespace fs = std::filesystem;

// Records of freezes whose seeds are not used up: nothing is made from them.
std::set<std::string> fresh_records(const fs::path& freezes) {
  std::set<std::string> fresh, of_one;
  bool used = true;
  std::ifstream file(freezes);
  const auto end_one = [&] {
    if (!used) fresh.insert(of_one.begin(), of_one.end());
    of_one.clear();
  };
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("- commit:")) end_one();
    if (line.starts_with("  used_up:")) used = line.find("true") != std::string::npos;
    const std::size_t record = line.find("record: ");
    if (record != std::string::npos) of_one.insert(fs::path(line.substr(record + 8)).filename());
  }
  end_one();
  return fresh;
}

// How many kernels have each part.
class Census {
 public:
  void count(const fs::path& path) {
    for (const Point& point : read_record(path.string(), path.string()).record.points) {
      if (point.status != PointStatus::measured || !point.time) continue;
      const bool own = point.descriptor.empty();
      if (!seen_.insert(own ? point.kernel : point.descriptor).second) continue;
      const KernelFile file =
          own ? load_kernel(std::string(GPUMODEL_LIBRARY) + "/kernels/" + point.kernel + "/" +
                            point.kernel + ".yaml")
              : read_kernel(make_text_file(point.descriptor, point.kernel + ".yaml"));
      for (const PlacedPart& each : parts_of(file.kernel)) {
        ++kernels_[to_string(each.part)];
      }
    }
  }
  std::set<std::string> judged() const {
    std::set<std::string> names;
    for (const auto& [name, kernels] : kernels_) {
      if (kernels >= kernels_that_judge) names.insert(name);
    }
    return names;
  }

 private:
  std::set<std::string> seen_;
  std::map<std::string, std::size_t> kernels_;
};

TEST(JudgedParts, AreThoseOfTheRecords) {
  Census census;
  const fs::path all = fs::path(GPUMODEL_LIBRARY) / "validate/records";
  const std::set<std::string> fresh = fresh_records(all / "generated/freezes.yaml");
  EXPECT_FALSE(fresh.empty());
  for (const char* folder : {"generated", "h100", "h200"}) {
    for (const auto& entry : fs::directory_iterator(all / folder)) {
      const std::string name = entry.path().filename().string();
      const bool kernels = name.ends_with(".json") && !name.starts_with("programs");
      if (kernels && !fresh.contains(name)) census.count(entry.path());
    }
  }
  std::set<std::string> stated;
  for (const KernelPart& part : judged_parts()) stated.insert(to_string(part));
  const std::set<std::string> judged = census.judged();
  for (const std::string& part : judged) EXPECT_TRUE(stated.contains(part)) << "missing: " << part;
  for (const std::string& part : stated) EXPECT_TRUE(judged.contains(part)) << "too much: " << part;
  EXPECT_EQ(stated.size(), judged_parts().size()) << "a row stands there twice";
}

}  // namespace
}  // namespace gpumodel::test
