#include "src/app/learn/perturbed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <set>

#include "src/app/common/caught_faults.hpp"

namespace gpumodel {
namespace {

// Whether there is anything to change; `known` is what the engine answered.
using ChangeAsk = bool (*)(EngineAsk& ask, const EngineFields& known);

struct Perturbation {
  std::string_view kind, of, sentence;
  ChangeAsk change;
};

constexpr std::string_view other_answer = "other-answer";

bool takes_numbers(const EngineAsk& ask) {
  return ask.kind == AskKind::kernel || ask.kind == AskKind::program;
}

std::string key_of(const std::string& setting) {
  return setting.substr(0, setting.find('='));
}

std::string_view unit_of(Dim dim) {
  if (dim == Seconds::dim) return "s";
  if (dim == BytesPerSecond::dim) return "B/s";
  return "";
}

// Of those of the device's numbers that begin so and have this dimension.
template <class NewValue>
bool set_numbers(EngineAsk& ask, const EngineFields& known, std::string_view prefix, Dim dim,
                 NewValue new_value) {
  constexpr std::string_view of_device = "device.";
  if (!takes_numbers(ask)) return false;
  bool changed = false;
  for (const auto& [name, number] : known) {
    if (!number || !(number->dim == dim) || !name.starts_with(of_device)) continue;
    const std::string key = name.substr(of_device.size());
    if (!key.starts_with(prefix)) continue;
    std::erase_if(ask.set, [&](const std::string& each) { return key_of(each) == key; });
    ask.set.push_back(fmt::format("{}={:.17g} {}", key, new_value(number->value), unit_of(dim)));
    changed = true;
  }
  return changed;
}
bool set_zero(EngineAsk& ask, const EngineFields& known, std::string_view prefix) {
  return set_numbers(ask, known, prefix, Seconds::dim, [](double) { return 0.0; });
}
bool multiply_rates(EngineAsk& ask, const EngineFields& known, std::string_view prefix,
                    double factor) {
  return set_numbers(ask, known, prefix, BytesPerSecond::dim,
                     [&](double rate) { return rate * factor; });
}

bool is_one(const PlacedExpression& formula) {
  return formula.expression.evaluate({}).real() == 1.0;
}
bool set_one(PlacedExpression& formula) {
  if (is_one(formula)) return false;
  formula.expression = Expression::constant(Number::integer(1));
  return true;
}
bool set_one(std::optional<PlacedExpression>& formula) {
  return formula && set_one(*formula);
}
bool set_zero(std::optional<PlacedExpression>& formula) {
  if (!formula || formula->expression.evaluate({}).is_zero()) return false;
  formula->expression = Expression::constant(Number::integer(0));
  return true;
}
bool set_parameters_to_one(EngineAsk& ask) {
  bool changed = false;
  for (AskSetting& each : ask.with) changed = set_one(each.value) || changed;
  return changed;
}

bool ask_model(EngineAsk& ask, std::string_view model) {
  const std::string_view now = ask.model.empty() ? default_model().name : ask.model;
  if (!takes_numbers(ask) || now == model) return false;
  ask.model = model;
  return true;
}

// The likeliest first. What is left out or taken for another may be a line of the solution as well:
// then that is named.
constexpr auto perturbations = std::to_array<Perturbation>({
    {"left-out", "start-up of copies", "leaves out what starting a copy costs",
     [](EngineAsk& ask, auto& known) {
       const bool to_device = set_zero(ask, known, "link.h2d_latency");
       return set_zero(ask, known, "link.d2h_latency") || to_device;
     }},
    {"left-out", "start-up between devices", "leaves out what starting a copy between devices costs",
     [](EngineAsk& ask, auto& known) { return set_zero(ask, known, "peer.latency"); }},
    {"left-out", "launches", "leaves out what launching a kernel costs",
     [](EngineAsk& ask, auto& known) { return set_zero(ask, known, "launch."); }},
    {"left-out", "dispatch", "lets all blocks start at once",
     [](EngineAsk& ask, auto& known) {
       const bool curve = known.contains("device.dispatch.block_interval") &&
                          known.at("device.dispatch.block_interval") && takes_numbers(ask);
       if (curve) ask.set.emplace_back("dispatch.interval_by_threads=1e-9x");
       return set_zero(ask, known, "dispatch.") || curve;
     }},
    {"half-duplex", "", "lets copies to the device and to the host wait for each other",
     [](EngineAsk& ask, auto&) {
       if (ask.kind != AskKind::program) return false;
       std::erase_if(ask.set, [](auto& each) { return key_of(each) == "link.copy_engines"; });
       ask.set.emplace_back("link.copy_engines=1");
       return true;
     }},
    {"one-stream", "", "lets nothing overlap",
     [](EngineAsk& ask, auto&) {
       return ask.kind == AskKind::program && set_one(ask.streams);
     }},
    {"one-chunk", "", "takes all data in one piece",
     [](EngineAsk& ask, auto&) { return ask.kind == AskKind::program && set_one(ask.chunks); }},
    {"one-device", "", "is the time of one device",
     [](EngineAsk& ask, auto&) { return set_one(ask.gpus); }},
    {"one-iteration", "", "counts one iteration",
     [](EngineAsk& ask, auto&) {
       const auto loop = std::ranges::find(ask.with, "iterations", &AskSetting::name);
       return ask.kind == AskKind::program && loop != ask.with.end() && set_one(loop->value);
     }},
    {"bits-for-bytes", "the link", "takes bits for bytes of the link",
     [](EngineAsk& ask, auto& known) { return multiply_rates(ask, known, "link.", 8.0); }},
    {"bits-for-bytes", "the link", "takes bytes for bits of the link",
     [](EngineAsk& ask, auto& known) { return multiply_rates(ask, known, "link.", 1.0 / 8.0); }},
    {"bits-for-bytes", "the memory", "takes bits for bytes of the memory",
     [](EngineAsk& ask, auto& known) { return multiply_rates(ask, known, "dram.", 8.0); }},
    {"bits-for-bytes", "the memory", "takes bytes for bits of the memory",
     [](EngineAsk& ask, auto& known) { return multiply_rates(ask, known, "dram.", 1.0 / 8.0); }},
    {"other-model", "textbook", "takes peaks for what is sustained, and no launch (model textbook)",
     [](EngineAsk& ask, auto&) { return ask_model(ask, "textbook"); }},
    {"other-model", "roofline", "takes what is sustained for what is reached (model roofline)",
     [](EngineAsk& ask, auto&) { return ask_model(ask, "roofline"); }},
    {"other-cache", "", "takes another state of the L2 cache",
     [](EngineAsk& ask, auto&) {
       ask.warm = !ask.warm;
       return ask.kind == AskKind::kernel;
     }},
    {"left-out", "registers", "leaves out the limit by registers",
     [](EngineAsk& ask, auto&) {
       return set_zero(ask.registers_per_thread) || set_zero(ask.registers_per_block);
     }},
    {"left-out", "shared memory", "leaves out the limit by shared memory",
     [](EngineAsk& ask, auto&) { return set_zero(ask.shared); }},
    {"left-out", "stride", "takes neighbours for what lies apart",
     [](EngineAsk& ask, auto&) {
       return ask.kind == AskKind::accesses && set_parameters_to_one(ask);
     }},
    {"left-out", "where", "counts lanes that do nothing",
     [](EngineAsk& ask, auto&) { return !std::exchange(ask.where, "").empty(); }},
    {"other-word", "", "takes words of another size",
     [](EngineAsk& ask, auto&) {
       if (ask.element != "f32" && ask.element != "f64") return false;
       ask.element = ask.element == "f32" ? "f64" : "f32";
       return true;
     }},
});

class EngineSlips {
 public:
  EngineSlips(const Posed& posed, std::size_t question)
      : posed_(posed), asked_(posed.exercise().questions[question]) {
    for (const Expression::Name& name : asked_.is->names()) {
      const std::size_t dot = name.text.find('.');
      const std::string front = name.text.substr(0, dot);
      if (dot != std::string::npos && posed.exercise().find_ask(front) != nullptr) {
        fields_.insert(name.text);
        asks_.insert(front);
      }
    }
    right_ = value({});
  }

  std::vector<Slip> all() {
    if (asks_.empty()) return {};
    for (const Perturbation& each : perturbations) try_asking(each);
    for (const std::string& name : fields_) try_other_fields(name);
    return std::move(found_);
  }

 private:
  using Answers = std::map<std::string, EngineFields>;  // by ask, of those that are asked anew

  double value(const Answers& anew) const {
    const auto value_of = [&](const std::string& each) {
      const std::size_t dot = each.find('.');
      const auto found = anew.find(each.substr(0, dot));
      if (found == anew.end()) return posed_.amount(each);
      const auto field = found->second.find(each.substr(dot + 1));
      if (field == found->second.end() || !field->second) return Amount{std::nan(""), {}};
      return Amount{field->second->value, field->second->dim};
    };
    return Tree(*asked_.is).value(value_of).si;
  }

  // All asks of the question that it changes: who leaves it out does so everywhere.
  void try_asking(const Perturbation& perturbation) {
    Answers anew;
    std::set<std::string> touched;
    for (const std::string& name : asks_) {
      EngineAsk ask = posed_.settled_ask(name);
      if (!perturbation.change(ask, posed_.answer_to(name).fields)) continue;
      try {
        anew[name] = posed_.ask_anew(ask).fields;
      } catch (...) {
        if (caught_faults().in == CaughtFaults::In::itself) throw;
        return;
      }
      add_touched(name, ask, anew.at(name), touched);
    }
    if (anew.empty()) return;
    keep(perturbation.kind, std::string(perturbation.of), std::string(perturbation.sentence),
         value(anew), line_of(touched));
  }

  // Another number of the same answer for the one that is asked for, or a time without a part of
  // it.
  void try_other_fields(const std::string& name) {
    const std::size_t dot = name.find('.');
    const std::string ask = name.substr(0, dot), field = name.substr(dot + 1);
    const AskKind kind = posed_.settled_ask(ask).kind;
    const std::string_view words = words_for(kind, field);
    if (words.empty()) return;
    const EngineFields& fields = posed_.answer_to(ask).fields;
    const EngineNumber& right = *fields.at(field);
    const auto look_at_others = [&](auto look) {
      for (const auto& [other, number] : fields) {
        const std::string_view others = words_for(kind, other);
        if (number && !others.empty() && number->dim == right.dim) look(other, others, *number);
      }
    };
    const auto answer_with = [&](double instead) {
      return value({{ask, with(fields, field, exactly(instead, right.dim))}});
    };
    look_at_others([&](auto& other, auto others, auto& number) {
      keep(other_answer, other, fmt::format("takes {} for {}", others, words),
           answer_with(number.value), last_line());
    });
    if (!(right.dim == Seconds::dim)) return;
    look_at_others([&](auto& other, auto others, auto& number) {
      if (number.value >= right.value) return;
      keep("left-out", other, fmt::format("leaves out {}", others),
           answer_with(right.value - number.value), last_line());
    });
  }
  static EngineFields with(EngineFields fields, const std::string& name,
                           const EngineNumber& instead) {
    fields[name] = instead;
    return fields;
  }

  // Givens that are a number that has changed, or were made of one, and those that a formula of
  // the ask names whose value has.
  void add_touched(const std::string& name, const EngineAsk& changed, const EngineFields& fields,
                   std::set<std::string>& touched) const {
    const auto moved = [&](const std::string& field, const std::optional<EngineNumber>& before) {
      const auto after = fields.find(field);
      return before &&
             (after == fields.end() || !after->second || after->second->value != before->value);
    };
    const EngineFields& before = posed_.answer_to(name).fields;
    for (const Given& given : posed_.exercise().givens) {
      if (!given.words.empty()) continue;
      const Amount amount = posed_.amount(given.name);
      for (const auto& [field, number] : before) {
        if (!moved(field, number)) continue;
        const bool is_it = field.starts_with("device.") && number->dim == amount.dim &&
                           std::abs(number->value - amount.si) <= 1e-9 * amount.si;
        if (is_it || names(given.is, name + "." + field)) touched.insert(given.name);
      }
    }
    std::vector<double> were, are;
    const auto values = [](std::vector<double>& into) {
      return [&](const PlacedExpression& formula) {
        into.push_back(formula.expression.evaluate({}).real());
      };
    };
    for_each_formula(posed_.settled_ask(name), values(were));
    for_each_formula(changed, values(are));
    auto was = were.begin(), now = are.begin();
    for_each_formula(*posed_.exercise().find_ask(name), [&](const PlacedExpression& formula) {
      if (*was++ == *now++) return;
      for (const Expression::Name& each : formula.expression.names()) touched.insert(each.text);
    });
  }
  static bool names(const std::optional<Expression>& expression, const std::string& name) {
    return expression && std::ranges::any_of(expression->names(),
                                             [&](const auto& each) { return each.text == name; });
  }

  std::size_t last_line() const { return asked_.steps.size() - 1; }

  // The first that uses any of them; of none it enters where the answer comes out.
  std::size_t line_of(const std::set<std::string>& touched) const {
    for (std::size_t i = 0; i < asked_.steps.size(); ++i) {
      for (const Expression::Name& each : asked_.steps[i].value.names()) {
        if (touched.contains(each.text)) return i;
      }
    }
    return last_line();
  }

  void keep(std::string_view kind, std::string of, std::string sentence, double value,
            std::size_t line) {
    if (!std::isfinite(value) || value <= 0.0) return;
    if (is_near(value, right_, 1e-3)) return;
    // A sum without one part is the other.
    if (std::ranges::any_of(found_, [&](const Slip& each) {
          return each.kind == other_answer && is_near(each.value, value, 1e-9);
        })) {
      return;
    }
    found_.push_back({kind, std::move(of), std::move(sentence), line, value, 0});
  }

  static bool is_near(double value, double other, double ratio) {
    return std::abs(value - other) <= ratio * std::abs(other);
  }

  const Posed& posed_;
  const CourseQuestion& asked_;
  std::set<std::string> fields_, asks_;
  double right_ = 0.0;
  std::vector<Slip> found_;
};

}  // namespace

std::vector<Slip> perturbed_answers(const Posed& posed, std::size_t question) {
  return EngineSlips(posed, question).all();
}

}  // namespace gpumodel
