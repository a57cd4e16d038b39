// The table of what the machine model was judged on is that of the committed records.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>

#include "models/time/machine/judged_parts.hpp"
#include "src/io/library/load.hpp"
#include "src/io/record/read_record.hpp"

namespace gpumodel::test {
namespace {

namespace fs = std::filesystem;

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
  for (const char* folder : {"generated", "h100", "h200"}) {
    const fs::path records = fs::path(GPUMODEL_LIBRARY) / "validate/records" / folder;
    for (const auto& entry : fs::directory_iterator(records)) {
      const std::string name = entry.path().filename().string();
      if (name.ends_with(".json") && !name.starts_with("programs")) census.count(entry.path());
    }
  }
  std::set<std::string> stated;
  for (const Part& part : judged_parts()) stated.insert(to_string(part));
  const std::set<std::string> judged = census.judged();
  for (const std::string& part : judged) EXPECT_TRUE(stated.contains(part)) << "missing: " << part;
  for (const std::string& part : stated) EXPECT_TRUE(judged.contains(part)) << "too much: " << part;
  EXPECT_EQ(stated.size(), judged_parts().size()) << "a row stands there twice";
}

}  // namespace
}  // namespace gpumodel::test
