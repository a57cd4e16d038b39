// The numbers of an answer, by name. Whoever asks the engine in a file names them: a story and an
// exercise alike.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/core/units.hpp"
#include "src/app/coalesce/answer.hpp"
#include "src/app/predict/predict.hpp"
#include "src/app/program/answer.hpp"
#include "src/io/ask/ask.hpp"

namespace gpumodel {

// In SI units; both ends are the value where it is exact.
struct EngineNumber {
  double value = 0.0, low = 0.0, high = 0.0;
  Dim dim{};
};
inline EngineNumber exactly(double value, Dim dim = {}) {
  return {value, value, value, dim};
}

// Nothing where the answer has none: the time of a host where none was named.
using EngineFields = std::map<std::string, std::optional<EngineNumber>>;

EngineFields fields_of(const PredictAnswer& answer);
EngineFields fields_of(const ProgramAnswer& answer);
EngineFields fields_of(const Occupancy& occupancy);
EngineFields fields_of(const CoalesceAnswer& warp);
EngineFields fields_of(const DeviceFile& file);

// All that an ask of this kind may have, but for the steps of a program.
std::vector<std::string> known_fields(AskKind kind);
// What a field is, of those that people take for each other; else nothing.
std::string_view words_for(AskKind kind, const std::string& name);
bool is_field(AskKind kind, const std::string& name);

}  // namespace gpumodel
