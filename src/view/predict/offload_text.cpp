#include "src/view/predict/offload_text.hpp"

#include <fmt/format.h>

#include <bit>

#include "src/io/text/format.hpp"
#include "src/view/common/equation.hpp"

namespace gpumodel {
namespace {

// The number that the host's time hangs on; nothing where its limiter names none.
std::optional<NodeId> host_ceiling(const PredictAnswer& a) {
  const TermTree& terms = a.prediction.terms;
  return terms.ceiling(terms.limiter(a.prediction.host->term));
}

std::string host_sentence(const PredictAnswer& a) {
  const TermTree& terms = a.prediction.terms;
  const TermId loop = a.prediction.host->term;
  const Estimate<Seconds>& time = terms[loop].time;
  std::string text =
      fmt::format("on the host ({}): {}", a.ask.cpu()->name, format_estimate_and_interval(time));
  text += fmt::format("\n  bound by {}", terms[terms.limiter(loop)].name);
  if (const std::optional<NodeId> rests_on = host_ceiling(a)) {
    const Provenance from = terms.workings().operand(*rests_on).source()->from;
    text += ": " + ceiling_text(terms.workings(), *rests_on);
    if (from == Provenance::datasheet) text += ", a ceiling";
    if (from == Provenance::measured) text += ", calibrated";
  }
  return text;
}

std::string factor(double ratio) {
  const bool whole = ratio >= 999.5 && ratio < 1e6;
  return whole ? fmt::format("{:.0f}", ratio) : fmt::format("{:.3g}", ratio);
}

std::string factors(const Estimate<double>& speed) {
  const std::string low = factor(speed.low), high = factor(speed.high);
  return low == high ? std::string() : fmt::format("  ({} ... {}x)", low, high);
}

std::string verdict(const Estimate<double>& speed) {
  if (speed.value > 1.0) return speed.low > 1.0 ? "pays" : "pays, uncertain";
  return speed.high > 1.0 ? "does not pay, uncertain" : "does not pay";
}

std::string from_launch(std::int64_t launch) {
  return launch == 1 ? "from the first launch on" : fmt::format("from {} launches on", launch);
}

std::string launches_sentence(const Offloading& o) {
  const LaunchCount& n = o.pays_from;
  std::string text = "data kept on the device: ";
  if (!n.expected) {
    text += fmt::format("never pays{}\n  later launches take {} each, later loops of the host {}",
                        n.at_best ? ", at best " + from_launch(*n.at_best) : "",
                        format_time(o.later_kernel.value), format_time(o.later_loop.value));
    return text;
  }
  text += "pays " + from_launch(*n.expected);
  if (n.at_best == n.at_worst) return text;
  return text + fmt::format("  ({} ... {})", *n.at_best,
                            n.at_worst ? std::to_string(*n.at_worst) : "never");
}

std::string size_text(std::int64_t size) {
  const auto bits = static_cast<std::uint64_t>(size);
  if (size < 1024 || !std::has_single_bit(bits)) return std::to_string(size);
  return "2^" + std::to_string(std::countr_zero(bits));
}

// "  (900 ... 1500)"; what is not there lies beyond the sizes that were evaluated.
std::string size_interval(const std::optional<std::int64_t>& low,
                          const std::optional<std::int64_t>& high, const BreakEven& b) {
  if (low == high) return {};
  return fmt::format("  ({} ... {})", size_text(low.value_or(b.smallest)),
                     high ? size_text(*high) : "beyond " + size_text(b.largest));
}

// "from n = 900", "up to n = 900", "at every n", of what pays somewhere.
std::string paying_sizes(const std::string& name, const SizeChange& change) {
  if (!change.at) return "at every " + name;
  return fmt::format("{} {} = {}", change.pays_at_smallest ? "below" : "from", name,
                     size_text(*change.at));
}

bool pays_somewhere(const SizeChange& change) {
  return change.pays_at_smallest || change.at;
}

std::string size_sentence(const std::string& name, const BreakEven& b) {
  if (!b.expected.at) {
    const bool pays = b.expected.pays_at_smallest;
    std::string text = fmt::format("by size: {} {} evaluated",
                                   pays ? "pays at every" : "does not pay at any", name);
    const SizeChange& other = pays ? b.at_worst : b.at_best;
    if (pays && !pays_somewhere(other)) return text + ", at worst at none";
    if (pays ? other.at.has_value() : pays_somewhere(other)) {
      text += fmt::format(", at {} {}", pays ? "worst" : "best", paying_sizes(name, other));
    }
    return text;
  }
  const bool starts = !b.expected.pays_at_smallest;
  std::string text = fmt::format("by size: {} {} = {}", starts ? "pays from" : "stops paying at",
                                 name, size_text(*b.expected.at));
  const auto from_smallest = [&](const SizeChange& change, bool there) {
    return change.pays_at_smallest == there ? std::optional(b.smallest) : change.at;
  };
  text += starts ? size_interval(from_smallest(b.at_best, true), b.at_worst.at, b)
                 : size_interval(from_smallest(b.at_worst, false), b.at_best.at, b);
  if (b.expected.holds_to < b.largest) {
    text += fmt::format(", until {} at least", size_text(b.expected.holds_to));
  }
  return text;
}

std::string evaluated_sentence(const BreakEven& b) {
  std::string text = fmt::format("  evaluated: {}, {} to {}", counted(b.evaluated, "size"),
                                 size_text(b.smallest), size_text(b.largest));
  switch (b.end) {
    case SizesEnd::memory:
      return text + "; the next power of 2 does not fit the device";
    case SizesEnd::value:
      return text + ";\n  the next power of 2 has no value: " + b.reason;
    case SizesEnd::search:
      return text + ", where the search ends";
  }
  return text;
}

}  // namespace

std::string_view host_basis(const PredictAnswer& a) {
  const std::optional<NodeId> ceiling = host_ceiling(a);
  const Workings& workings = a.prediction.terms.workings();
  const Provenance from = ceiling ? workings.operand(*ceiling).source()->from : Provenance::unknown;
  if (from == Provenance::measured) return "calibrated";
  return from == Provenance::datasheet ? "ceiling" : to_string(from);
}

std::string offload_sentences(const PredictAnswer& a) {
  const Offloading& o = *a.offloading;
  std::string text = host_sentence(a);
  text += fmt::format("\nkernel alone: {}x of the host's speed{}", factor(o.kernel_alone.value),
                      factors(o.kernel_alone));
  text += fmt::format("\nfirst use, with copies: {}x{}: {}", factor(o.first_use.value),
                      factors(o.first_use), verdict(o.first_use));
  text += "\n" + launches_sentence(o);
  if (!a.break_even) return text;
  const std::string& name = a.kernel().parameters[*a.size_parameter].name;
  return text + "\n" + size_sentence(name, *a.break_even) + "\n" +
         evaluated_sentence(*a.break_even);
}

}  // namespace gpumodel
