#include "src/view/predict/page.hpp"

#include <fmt/format.h>

#include "src/app/common/memory_text.hpp"
#include "src/io/text/format.hpp"
#include "src/view/common/equation.hpp"
#include "src/view/common/symbol.hpp"
#include "src/view/common/term_explanation.hpp"
#include "src/view/occupancy/page.hpp"
#include "src/view/predict/offload_text.hpp"
#include "src/view/predict/sensitivity.hpp"
#include "src/view/predict/standing_text.hpp"

namespace gpumodel {
namespace {

std::string bindings(const PredictAnswer& a) {
  std::string text;
  const auto& parameters = a.kernel().parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    text += (i == 0 ? "" : ", ") + parameters[i].name + " = " + to_string(a.values()[i]);
  }
  return text;
}

// What the source leaves open stands before the case that is shown.
std::string open_lines(const PredictAnswer& a) {
  std::string text =
      fmt::format("{} on {}{}: {} to {}, for the source leaves open\n", a.kernel().id,
                  a.ask.gpu().name, a.ask.default_device ? " (default)" : "",
                  format_time(a.open->least), format_time(a.open->most));
  for (const OpenQuestion& each : a.open->questions) {
    text += fmt::format("  {}, {}: {}\n    taken from {} to {}\n", each.what, each.place,
                        each.option, each.least, each.most);
  }
  return text + "the slowest of these cases:\n";
}

std::string headline(const PredictAnswer& a) {
  const Prediction& p = a.prediction;
  const Estimate<Seconds> time = p.terms[p.kernel].time;
  return fmt::format("{} on {}{}: {}", a.kernel().id, a.ask.gpu().name,
                     a.ask.default_device ? " (default)" : "", format_estimate_and_interval(time));
}

std::string occupancy_sentence(const OccupancyPoint& point) {
  if (const auto* o = std::get_if<Occupancy>(&point.result)) {
    const std::string idle = idle_lanes_text(*point.asked.threads, *point.limits);
    return fmt::format("occupancy {}: {} blocks of {} threads per SM, limited by {}{}",
                       format_tenths(o->fraction()), o->blocks_per_sm, *point.asked.threads,
                       limiter_text(o->limiters()), idle.empty() ? "" : "\n" + idle);
  }
  return fmt::format("occupancy {} ... {}: the kernel does not state its registers",
                     format_tenths(*point.lowest()), format_tenths(*point.highest()));
}

std::string compiled_sentence(const CompiledKernel& compiled) {
  const KernelResources& r = compiled.resources;
  std::string text =
      fmt::format("as compiled for {} ({} in {}): {} registers", to_string(r.capability),
                  demangled(r.name), compiled.file.file, r.registers);
  if (r.static_shared_memory > 0) {
    text += ", " + format_shared(r.static_shared_memory) + " of static shared memory";
  }
  if (!r.spill_loads || !r.spill_stores) return text + "; spills unknown";
  return text + fmt::format(", {} B of spills", *r.spill_loads + *r.spill_stores);
}

std::string first_lines(const PredictAnswer& a) {
  std::string text = (a.open ? open_lines(a) : std::string()) + headline(a) + '\n';
  if (!a.memory.fits()) {
    text += "does not fit: the arrays take " + memory_text(a.memory, a.ask.gpu()) + '\n';
  }
  text += bound_sentence(a.prediction) + '\n' + achieved_lines(a);
  if (a.occupancy) text += "\n" + occupancy_sentence(*a.occupancy);
  if (a.ask.compiled) text += "\n" + compiled_sentence(*a.ask.compiled);
  text += "\n" + state_line(a);
  const std::string values = bindings(a);
  if (!values.empty()) text += "\nwith " + values;
  if (const std::string copies = copies_line(a); !copies.empty()) text += "\n" + copies;
  return text;
}

class TermTable {
 public:
  explicit TermTable(const TermTree& tree) : tree_(tree) {
    table_.columns = {{"term", "term"}, {"time", "time_s", true}, {"share", "share", true},
                      {"how"},          {"", "interval_low_s"},   {"", "interval_high_s"}};
  }

  // The term and, indented below it, its parts; shares are of `whole`.
  void add(TermId id, std::string_view path, int depth, Seconds whole) {
    const std::string name = std::string(path) + std::string(tree_[id].name);
    add_row(id, name, depth, whole);
    for (const TermId part : tree_.parts(id)) add(part, name + "/", depth + 1, whole);
  }

  void add_row(TermId id, const std::string& name, int depth, Seconds whole) {
    const Term& term = tree_[id];
    const std::string indent(static_cast<std::size_t>(2 * depth), ' ');
    const double share = whole.si > 0.0 ? term.time.value / whole : 0.0;
    table_.rows.push_back(
        {{indent + std::string(term.name), name},
         {format_estimate(term.time), raw_number(term.time.value.si)},
         {format_percent(share), raw_number(share)},
         {term.combine == Combine::leaf ? equation_with_numbers(tree_.workings(), term.worked)
                                        : combination(tree_, id)},
         {"", raw_number(term.time.low.si)},
         {"", raw_number(term.time.high.si)}});
  }

  Table take(std::string caption) {
    table_.caption = std::move(caption);
    return std::move(table_);
  }

 private:
  const TermTree& tree_;
  Table table_;
};

Table kernel_table(const Prediction& p, const Model& model) {
  TermTable table(p.terms);
  table.add(p.kernel, "", 0, p.time(p.kernel));
  return table.take(fmt::format("kernel, model {}: {}", model.name, model.composition));
}

Table offload_table(const Prediction& p) {
  TermTable table(p.terms);
  const Seconds whole = p.time(p.offload);
  table.add(p.transfers, "", 0, whole);
  table.add_row(p.offload, "offload", 0, whole);
  return table.take("offload");
}

// `overlap` reads programs and kernel files, no sources.
std::string who_draws(const PredictAnswer& a) {
  if (a.ask.compiled) return {};
  const bool is_file = a.ask.kernel->text.shown.ends_with(".yaml");
  return is_file ? "; gpumodel overlap draws it"
                 : "; gpumodel overlap draws it of a kernel file, which describe --output writes";
}

std::string overlap_sentences(const PredictAnswer& a) {
  const Prediction& p = a.prediction;
  const Overlapped& found = *a.overlap;
  const Term& rule = p.terms[p.textbook_overlap->term];
  const std::string streams = counted(static_cast<std::size_t>(found.streams), "stream");
  const std::string time =
      fmt::format("{}, {}x", format_estimate(rule.time), format_ratio(p.textbook_overlap->speedup));
  const std::string equation = "t = " + p.terms.workings().text(rule.worked);
  if (found.by_rule) {
    return fmt::format("overlapped in {}: {}  (textbook rule: {})", streams, time, equation);
  }
  return fmt::format(
      "overlapped in {}, {}: {}, {:.2f}x over {} one after the other{}\n"
      "textbook rule: {}  ({})",
      streams, counted(static_cast<std::size_t>(found.chunks), "chunk"),
      format_estimate_and_interval(found.time), found.speedup,
      format_beside(found.serial, found.time), who_draws(a), time, equation);
}

// What the sentences below the tables say, for machines.
Table summary_table(const PredictAnswer& a) {
  const Prediction& p = a.prediction;
  Table table;
  table.columns = {{"", "quantity"}, {"", "value"}};
  const auto add = [&](const char* quantity, std::string value) {
    table.rows.push_back({{quantity}, {std::move(value)}});
  };
  add("bound", std::string(p.bound().name));
  add("memory_needed_bytes", raw_number(a.memory.needed.si));
  if (a.memory.capacity) {
    add("memory_capacity_bytes", raw_number(a.memory.capacity->si));
    add("memory_fits", a.memory.fits() ? "true" : "false");
  }
  if (a.overlap) {
    add("overlap_streams", std::to_string(a.overlap->streams));
    add("overlap_chunks", std::to_string(a.overlap->chunks));
    add("overlap_time_s", raw_number(a.overlap->time.value.si));
    add("overlap_interval_low_s", raw_number(a.overlap->time.low.si));
    add("overlap_interval_high_s", raw_number(a.overlap->time.high.si));
    add("overlap_serial_s", raw_number(a.overlap->serial.si));
    add("overlap_speedup", raw_number(a.overlap->speedup));
    add("overlap_rule_time_s", raw_number(p.time(p.textbook_overlap->term).si));
    add("overlap_rule_speedup", raw_number(p.textbook_overlap->speedup));
  }
  if (p.host) {
    const Estimate<Seconds>& time = p.terms[p.host->term].time;
    add("host_time_s", raw_number(time.value.si));
    add("host_interval_low_s", raw_number(time.low.si));
    add("host_interval_high_s", raw_number(time.high.si));
    add("host_basis", std::string(host_basis(a)));
    add("kernel_speedup", raw_number(a.offloading->kernel_alone.value));
    add("host_speedup", raw_number(p.host->speedup));
    add("offload_pays", p.host->offload_pays ? "true" : "false");
    if (const auto launches = a.offloading->pays_from.expected) {
      add("pays_from_launches", std::to_string(*launches));
    }
  }
  if (a.break_even && a.break_even->expected.at) {
    add("break_even", std::to_string(*a.break_even->expected.at));
  }
  return table;
}

Preformatted explanation(const Prediction& p) {
  std::vector<std::string> lines;
  append_explanation(p.terms, p.kernel, "", lines);
  append_explanation(p.terms, p.transfers, "", lines);
  lines.push_back("offload = " + format_estimate(p.terms[p.offload].time));
  lines.push_back("  t = " + combination(p.terms, p.offload));
  if (p.textbook_overlap) append_explanation(p.terms, p.textbook_overlap->term, "", lines);
  if (p.host) append_explanation(p.terms, p.host->term, "host: ", lines);
  return {std::move(lines)};
}

}  // namespace

Page predict_page(const PredictAnswer& answer) {
  const Prediction& p = answer.prediction;
  Page page;
  page.blocks.emplace_back(Paragraph{first_lines(answer)});
  if (answer.overlap) page.blocks.emplace_back(Paragraph{overlap_sentences(answer)});
  if (p.host) page.blocks.emplace_back(Paragraph{offload_sentences(answer)});
  if (!answer.next.empty()) page.blocks.emplace_back(Paragraph{next_lines(answer)});
  if (!answer.ask.explain) page.first_screen = {page.blocks.size(), more_line(answer)};
  page.blocks.emplace_back(kernel_table(p, *answer.ask.model));
  if (p.work.to_device.si + p.work.to_host.si > 0.0) page.blocks.emplace_back(offload_table(p));
  page.blocks.emplace_back(summary_table(answer));
  if (answer.ask.explain) page.blocks.emplace_back(explanation(p));
  add_sensitivities(answer, page);
  return page;
}

}  // namespace gpumodel
