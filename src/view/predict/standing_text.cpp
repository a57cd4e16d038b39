#include "src/view/predict/standing_text.hpp"

#include <fmt/format.h>

#include <cmath>

#include "src/diagnostics/catalogue.hpp"
#include "src/io/text/format.hpp"
#include "src/view/common/equation.hpp"

namespace gpumodel {
namespace {

// Of a term, as its page calls it.
std::string_view name_in_words(std::string_view term) {
  const DiagnosticPage* page = find_word_page(term);
  return page == nullptr ? term : page->title();
}

// Rates are no more certain than the time.
std::string rate_text(double si, Dim dim, const std::optional<double>& of_peak) {
  const double unit = std::pow(10.0, std::floor(std::log10(si)) - 2.0);
  std::string text = format_quantity(std::round(si / unit) * unit, dim);
  if (of_peak) text += " (" + format_percent(*of_peak) + " of peak)";
  return text;
}

}  // namespace

std::string bound_sentence(const Prediction& p) {
  const TermId id = p.terms.limiter(p.kernel);
  std::string text = fmt::format("bound by {}", name_in_words(p.terms[id].name));
  if (const std::optional<NodeId> ceiling = p.terms.ceiling(id)) {
    text += ": " + ceiling_text(p.terms.workings(), *ceiling);
  }
  return text;
}

std::string achieved_lines(const PredictAnswer& a) {
  const Achieved& reached = a.achieved;
  std::string text = reached.dram ? "DRAM " + rate_text(reached.dram->si, BytesPerSecond::dim,
                                                        reached.dram_of_peak)
                                  : "nothing moves to or from DRAM";
  text += reached.flop
              ? "; " + rate_text(reached.flop->si, FlopPerSecond::dim, reached.flop_of_peak)
              : "; no floating-point operations";
  if (reached.of_roof) text += "; " + format_percent(*reached.of_roof) + " of the roof";
  if (!reached.flop) return text;
  const auto intensity = a.prediction.arithmetic_intensity();
  text += intensity ? fmt::format("\narithmetic intensity {:.4g} FLOP/B", *intensity)
                    : "\nmoves no bytes";
  if (reached.ridge) text += fmt::format(", ridge {:.3g} FLOP/B", reached.ridge->si);
  return text;
}

std::string state_line(const PredictAnswer& a) {
  std::string text = fmt::format("model {}", a.ask.model->name);
  if (a.knows_cache()) {
    text += "; L2 " + std::string(to_string(a.ask.cache)) + " (--cache)";
  }
  if (a.memory.needed.si <= 0.0) return text;
  text += "; arrays take " + format_quantity(a.memory.needed.si, Bytes::dim);
  if (a.memory.capacity) text += " of " + format_quantity(a.memory.capacity->si, Bytes::dim);
  return text;
}

std::string copies_line(const PredictAnswer& a) {
  const Prediction& p = a.prediction;
  const Seconds copies = p.time(p.transfers);
  if (a.ask.host || copies.si <= 0.0) return {};
  const Estimate<Seconds>& all = p.terms[p.offload].time;
  return fmt::format("with the copies of its data {}, {} of it transfers", format_estimate(all),
                     format_percent(copies / all.value));
}

std::string next_lines(const PredictAnswer& a) {
  std::string text;
  for (const NextStep& one : a.next) {
    text += fmt::format("{}next: {}: {}, {:.2f}x: {}", text.empty() ? "" : "\n", one.what,
                        format_estimate(one.time), one.speedup, one.how);
  }
  return text;
}

std::string more_line(const PredictAnswer& a) {
  return fmt::format("more: -v the terms, --explain the arithmetic, gpumodel explain {}",
                     a.prediction.bound().name);
}

}  // namespace gpumodel
