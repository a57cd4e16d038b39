#include "src/view/compare/json.hpp"

#include "src/view/compare/words.hpp"

namespace gpumodel {
namespace {

std::vector<InputFile> files_of(const CompareAnswer& a) {
  std::vector<InputFile> all;
  for (const KernelOrProgram& what : a.ask.what) {
    std::visit(
        [&](const auto& file) {
          if constexpr (requires { file->kernel; }) {
            all.push_back(input(file->kernel.id, file->text));
          } else {
            all.push_back(input(file->program.id, file->text));
          }
        },
        what);
  }
  return all;
}

std::vector<InputFile> devices_of(const CompareAnswer& a) {
  std::vector<InputFile> all;
  for (const auto& device : a.ask.devices) {
    all.push_back(input(std::get<Gpu>(device->device).id, *device));
  }
  return all;
}

const Object<CompareAnswer>& compare_inputs() {
  static const Object<CompareAnswer> table(
      "inputs", "",
      {
          {"kernels", "kernels and programs", input_file, files_of},
          {"devices", "", input_file, devices_of},
          {"host", "", input_file,
           [](auto& a) {
             return a.ask.host ? std::optional(
                                     input(std::get<Cpu>(a.ask.host->device).id, a.ask.host->text))
                               : std::nullopt;
           }},
          {"records", "whose measured power is taken", input_file,
           [](auto& a) { return a.ask.record_files; }},
          {"definitions", "of -D, each for what knows its name",
           [](auto& a) { return a.ask.definitions; }},
      });
  return table;
}

const Object<ReachedRates>& reached_object() {
  static const Object<ReachedRates> table(
      "achieved", "By the predicted time; null: of programs.",
      {
          {"dram_bytes_per_s", "B/s", &ReachedRates::dram_bytes_per_s},
          {"flop_per_s", "FLOP/s", &ReachedRates::flop_per_s},
          {"fraction_of_peak", "of the peak it comes nearest to; null: the device states none",
           &ReachedRates::of_peak},
          {"peak", "key of that peak in the device file",
           [](auto& rates) { return only_if(!rates.peak.empty(), rates.peak); }},
      });
  return table;
}

const Object<CompareRow>& loop_object() {
  static const auto of = [](auto side, auto which) {
    return [=](const CompareRow& row) { return (*(row.*side)).*which; };
  };
  static const Object<CompareRow> table(
      "loop",
      "The only loop of a program, where both sides run it: n iterations take first + (n - 1) "
      "each.",
      {
          {"iterations",
           "as many as it has here",
           of(&CompareRow::loop_here, &IterationTimes::count),
           {.least = 2}},
          {"first_s",
           "s; with what is copied once",
           of(&CompareRow::loop_here, &IterationTimes::first_s),
           {.below_zero = true}},
          {"each_s", "s; the mean of the later ones",
           of(&CompareRow::loop_here, &IterationTimes::each_s)},
          {"host_first_s",
           "s; on the host alone",
           of(&CompareRow::loop_on_host, &IterationTimes::first_s),
           {.below_zero = true}},
          {"host_each_s", "s", of(&CompareRow::loop_on_host, &IterationTimes::each_s)},
      });
  return table;
}

const Object<CompareRow>& row_object() {
  static const auto calls = [](std::optional<std::int64_t> LaunchCount::*which) {
    return [which](const CompareRow& row) {
      return row.pays_from ? (*row.pays_from).*which : std::nullopt;
    };
  };
  static const Object<CompareRow> table(
      "row", "",
      {
          {"kernel", "or program", &CompareRow::what},
          {"device", "", &CompareRow::device},
          {"model", "", [](auto& row) { return row.model->name; }},
          {"time_s", "s; null: see reason",
           [](auto& row) { return row.time ? std::optional(row.time->value) : std::nullopt; }},
          {"interval_s", "s", &CompareRow::time},
          {"reason", "why there is no time",
           [](auto& row) { return only_if(!row.time, reason_text(row)); }},
          {"bound",
           "limiting leaf term of a kernel; of a program the longest part of its critical path",
           [](auto& row) { return only_if(row.time.has_value(), bound_text(row)); }},
          {"achieved", "", reached_object, &CompareRow::rates},
          {"needed_bytes", "B of device memory",
           [](auto& row) { return row.memory ? std::optional(row.memory->needed) : std::nullopt; }},
          {"fits", "",
           [](auto& row) { return row.memory ? std::optional(row.memory->fits()) : std::nullopt; }},
          {"energy_j",
           "J; at most: the board draws its power.tdp all the time; null: the device file states "
           "none",
           &CompareRow::energy_j},
          {"cost", "in the unit of --price; null: no price was given", &CompareRow::cost},
          {"ratio_to_best", "over the shortest time of the same kernel or program",
           &CompareRow::to_best},
          {"power_w",
           "W of the board as recorded while the same was measured, the median of its records; "
           "null: no record has it",
           &CompareRow::power_w},
          {"measured_energy_j", "J; time_s by power_w", &CompareRow::measured_energy_j},
          {"offload_time_s",
           "s; copies and kernel, nothing overlapped; of a program all of it; null: no host",
           [](auto& row) {
             return row.with_copies ? std::optional(row.with_copies->value) : std::nullopt;
           }},
          {"host_time_s", "s; on the host alone, where kernels are loops on all cores",
           [](auto& row) {
             return row.on_host ? std::optional(row.on_host->value) : std::nullopt;
           }},
          {"pays_from",
           "from so many launches on data that stays on the device; of a program from so many "
           "iterations of its loop, or runs where it has none; null: never, or no host",
           calls(&LaunchCount::expected),
           {.least = 1}},
          {"pays_from_at_best",
           "if all that is uncertain favours the device",
           calls(&LaunchCount::at_best),
           {.least = 1}},
          {"pays_from_at_worst",
           "if all that is uncertain favours the host",
           calls(&LaunchCount::at_worst),
           {.least = 1}},
          {"loop", "of a program", loop_object,
           [](auto& row) { return row.loop_here ? &row : nullptr; }},
      });
  return table;
}

const Object<FilesAnswer>& files_inputs() {
  static const Object<FilesAnswer> table("input_files", "",
                                         {
                                             {"base", "", input_file, &FilesAnswer::base},
                                             {"new", "", input_file, &FilesAnswer::now},
                                         });
  return table;
}

// One side of a pair, or what the other side lacks.
const Object<StoredResult>& stored_object() {
  static const Object<StoredResult> table("result", "",
                                          {
                                              {"kernel", "", [](auto& r) { return r.key.what; }},
                                              {"metric", "", [](auto& r) { return r.key.metric; }},
                                              {"device", "", [](auto& r) { return r.key.device; }},
                                              {"time_s", "s", [](auto& r) { return r.time.value; }},
                                          });
  return table;
}

const Object<ResultDifference>& difference_object() {
  static const Object<ResultDifference> table(
      "difference", "",
      {
          {"what", "as --allow takes it", &ResultDifference::what},
          {"between", "", &ResultDifference::between},
      });
  return table;
}

const Object<ResultPair>& pair_object() {
  static const auto ratio = [](double Ratio::*which) {
    return [which](const ResultPair& pair) {
      return pair.ratio ? std::optional((*pair.ratio).*which) : std::nullopt;
    };
  };
  static const Object<ResultPair> table(
      "pair", "",
      {
          {"kernel", "or program", [](auto& pair) { return pair.base.key.what; }},
          {"device", "", [](auto& pair) { return pair.base.key.device; }},
          {"with", "parameters and cache", [](auto& pair) { return setting_text(pair.base.key); }},
          {"metric", "time; of validate predicted, measured",
           [](auto& pair) { return pair.base.key.metric; }},
          {"base_s", "s", [](auto& pair) { return pair.base.time.value; }},
          {"base_interval_s", "s", [](auto& pair) { return pair.base.time; }},
          {"new_s", "s", [](auto& pair) { return pair.now.time.value; }},
          {"new_interval_s", "s", [](auto& pair) { return pair.now.time; }},
          {"change",
           "new / base - 1; null: not comparable",
           [](auto& pair) {
             return pair.ratio ? std::optional(pair.ratio->value - 1.0) : std::nullopt;
           },
           {.below_zero = true}},
          {"ratio_low", "new / base, at least", ratio(&Ratio::low)},
          {"ratio_high", "new / base, at most", ratio(&Ratio::high)},
          {"verdict", "null: not comparable", &ResultPair::verdict},
          {"base_gpumodel", "version that predicted it; null: not told, or measured",
           [](auto& pair) { return only_if(!pair.base.gpumodel.empty(), pair.base.gpumodel); }},
          {"new_gpumodel", "",
           [](auto& pair) { return only_if(!pair.now.gpumodel.empty(), pair.now.gpumodel); }},
          {"differences", "besides the time", difference_object, &ResultPair::differences},
          {"terms", "what moved, the largest first; empty where a side has no terms",
           term_move_object, &ResultPair::moves},
      });
  return table;
}

}  // namespace

const Object<TermMove>& term_move_object() {
  static const Object<TermMove> table(
      "term_move", "What a term did to the time, the others kept.",
      {
          {"term", "null: how terms combine",
           [](auto& move) { return only_if(!move.name.empty(), move.name); }},
          {"base_s", "s", &TermMove::base},
          {"new_s", "s", &TermMove::now},
          {"moved_s", "s; of the change of the time", &TermMove::moved_s, {.below_zero = true}},
      });
  return table;
}

const Document<CompareAnswer>& compare_document() {
  static const Document<CompareAnswer> document(
      {.name = "compare",
       .description = "Kernels and programs side by side, on several devices and by several "
                      "models. Base SI units; a field that does not apply is null.",
       .alternative = "compare kernels"},
      {
          {"inputs", "", compare_inputs, std::identity{}},
          {"rows", "", row_object, &CompareAnswer::rows},
      });
  return document;
}

const Document<FilesAnswer>& compare_files_document() {
  static const Document<FilesAnswer> document(
      {.name = "compare",
       .description = "Two files of results side by side, by the interval of the ratio of their "
                      "times. Base SI units; a field that does not apply is null.",
       .alternative = "compare files",
       .exit_codes = {0, 1, 6}},
      {
          {"inputs", "", files_inputs, std::identity{}},
          {"within", "by how much times may differ that are the same",
           [](auto& a) { return a.ask.within; }},
          {"rows", "", pair_object, &FilesAnswer::pairs},
          {"only_base", "results that the new file does not have", stored_object,
           &FilesAnswer::only_base},
          {"only_new", "results that the base file does not have", stored_object,
           &FilesAnswer::only_now},
      });
  return document;
}

std::vector<InputFile> compared_files(const CompareAnswer& a) {
  std::vector<InputFile> all = files_of(a);
  for (InputFile& device : devices_of(a)) all.push_back(std::move(device));
  if (a.ask.host) all.push_back(input(std::get<Cpu>(a.ask.host->device).id, *a.ask.host));
  all.insert(all.end(), a.ask.record_files.begin(), a.ask.record_files.end());
  return all;
}

Json compare_json(const CompareAnswer& answer) {
  std::vector<Diagnostic> all;
  const auto add = [&](Diagnostic found) {
    const auto same = [&](const Diagnostic& known) {
      return known.message == found.message && known.file == found.file;
    };
    if (std::ranges::none_of(all, same)) all.push_back(std::move(found));
  };
  for (const CompareRow& row : answer.rows) {
    for (const Diagnostic& each : row.warnings) add(each);
    for (Diagnostic each : row.why_none) {
      each.severity = Severity::warning;  // the others have their answer
      add(std::move(each));
    }
  }
  if (!answer.ask.host) {
    add({.severity = Severity::note,
         .id = "not-applicable",
         .message = "offload_time_s, host_time_s, pays_from: no --host was given"});
  }
  return compare_document().write(answer, all);
}

Json compare_files_json(const FilesAnswer& answer, int exit_code) {
  return compare_files_document().write(answer, {}, exit_code);
}

}  // namespace gpumodel
