// Predicted times against budgets and against a baseline.
//
// A baseline keeps the text of every kernel and program. It is predicted anew by this gpumodel,
// with the device file of today, and the new text is held against that: a changed model or device
// file changes both sides and is no alarm.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "models/core/work_limit.hpp"
#include "src/app/common/input_file.hpp"
#include "src/app/compare/ratio.hpp"
#include "src/io/device/read_device.hpp"
#include "src/io/gate/read_baseline.hpp"
#include "src/io/gate/read_budgets.hpp"

namespace gpumodel {

struct GateAsk {
  BudgetsFile budgets;
  std::optional<Baseline> baseline{};
  std::optional<InputFile> baseline_file{};
  std::string engine;  // version of this gpumodel
  // With numbers assumed in place of its own.
  std::function<DeviceFile(DeviceFile)> assume{};
  double work = usual_work;
};

enum class GateVerdict : std::uint8_t {
  ok,
  over,    // its budget
  slower,  // than the baseline, by more than it may be
};
constexpr std::string_view to_string(GateVerdict verdict) {
  constexpr std::string_view words[] = {"ok", "over", "slower"};
  return words[static_cast<std::size_t>(verdict)];
}

struct GateCheck {
  BudgetCheck asked;
  StoredResult now;
  std::string file;  // where the work stands that the term hangs on: the descriptor, or the
  int line = 1;      // source that it was made from
  InputFile device;
  GateVerdict verdict = GateVerdict::ok;
  bool certain = true;  // no end of the interval has another verdict
  std::string term{};   // that moved most; without a baseline the limiter; of a program its step

  // Of the baseline.
  bool in_baseline = false;
  std::optional<StoredResult> before{};  // predicted anew, where it can be
  std::optional<Ratio> ratio{};          // to it
  std::vector<TermMove> moves{};
  bool model_changed = false;  // the stored kernel has another time now
  std::string why_not_anew{};  // why the stored kernel could not be predicted

  // The longest time allowed: the tighter of budget and baseline; nothing: a new check without a
  // budget.
  std::optional<double> limit_s() const;
};

struct GateAnswer {
  GateAsk ask;
  std::vector<GateCheck> checks;
  std::vector<std::string> unused{};  // entries of the baseline that no check names
  std::vector<Diagnostic> warnings{};
  Baseline written;  // of this run

  std::size_t failed() const;
  std::size_t uncertain() const;
  bool model_changed() const;
};

// Throws InputError with all that is wrong: a kernel that is gone, a device that is none, a kernel
// that has no time.
GateAnswer gate(GateAsk ask);

}  // namespace gpumodel
