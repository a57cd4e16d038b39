// --record: points go to FILE.partial as they come, and FILE appears when all are there.
#pragma once

#include <string>

#include "models/validation/record.hpp"

namespace gpumodel {

class Recording {
 public:
  // Throws UsageError where FILE exists (and not `force`) or its folder cannot be written.
  Recording(std::string file, bool force);
  ~Recording();
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  // Points that an earlier run left in FILE.partial. Throws InputError where that file is broken or
  // stems from another machine, driver or compiler. Afterwards points can be added.
  std::vector<Point> begin(const Environment& environment);
  // On disk when this returns.
  void add(const Point& point);
  // Writes FILE, removes FILE.partial.
  void finish(const Record& record);

  const std::string& partial() const { return partial_; }

 private:
  void append(const std::string& text);

  std::string file_, partial_;
  int descriptor_ = -1;
};

}  // namespace gpumodel
