#include "src/io/kernel/read_schedule.hpp"

#include <algorithm>
#include <array>

#include "src/io/text/nearest.hpp"

namespace gpumodel {
namespace {

constexpr auto level_names = std::to_array<std::string_view>({"gang", "worker", "vector"});
constexpr auto level_words =
    std::to_array<std::string_view>({"gang", "worker", "vector", "seq", "auto"});

class LevelReader {
 public:
  LevelReader(OpenAccSchedule& schedule, Problems& problems)
      : schedule_(schedule), problems_(problems) {}

  void read(const Node& node) {
    Mapping fields(node, "'schedule'", problems_);
    for (const Mapping::Entry& entry : fields.entries()) read_entry(entry);
    for (NestLoop& loop : schedule_.nest) check_order(loop);
  }

 private:
  void read_entry(const Mapping::Entry& entry) {
    const auto loop = std::ranges::find(schedule_.nest, entry.key->text, &NestLoop::name);
    if (loop == schedule_.nest.end()) return report_unknown(*entry.key);
    const std::ptrdiff_t number = loop - schedule_.nest.begin();
    if (number > 0 && number < static_cast<std::ptrdiff_t>(schedule_.collapse)) {
      problems_.add("openacc-loop", *entry.key,
                    "loop '" + loop->name + "' is fused into '" + schedule_.nest.front().name +
                        "' by 'collapse'",
                    {"its iterations follow the entry of '" + schedule_.nest.front().name + "'"});
      return;
    }
    where_.emplace_back(&*loop, entry.value);
    if (entry.value->kind == Node::Kind::sequence) {
      loop->levels = list_of_levels(*entry.value);
    } else if (const auto text = scalar_text(*entry.value, "schedule", problems_)) {
      if (*text == "auto") return;
      loop->levels = *text == "seq" ? AccLevels{0} : level(*entry.value);
    }
  }

  AccLevels list_of_levels(const Node& list) {
    AccLevels all = 0;
    for (const Node& item : list.children) {
      if (!scalar_text(item, "schedule", problems_)) continue;
      const AccLevels one = level(item);
      if ((all & one) != 0) report_twice(item, item.text);
      all |= one;
    }
    return all;
  }

  AccLevels level(const Node& word) {
    const auto found = std::ranges::find(level_names, word.text);
    if (found != level_names.end()) return acc_gang << (found - level_names.begin());
    const std::vector<std::string> known(level_words.begin(), level_words.end());
    std::vector<std::string> hints = did_you_mean(word.text, known);
    if (hints.empty()) hints = {"known: gang worker vector, lists of them, seq auto"};
    problems_.add("value-unknown", word, "a loop cannot be '" + word.text + "'", std::move(hints));
    return 0;
  }

  void report_twice(const Node& at, const std::string& level) {
    problems_.add("openacc-level", at, "the " + level + " level is taken already",
                  {"each of gang, worker and vector is for one loop"});
  }

  void report_unknown(const Node& name) {
    std::vector<std::string> known;
    std::string all = "the nest has:";
    for (const NestLoop& loop : schedule_.nest) {
      known.push_back(loop.name);
      all += " " + loop.name;
    }
    std::vector<std::string> hints = did_you_mean(name.text, known);
    hints.push_back(std::move(all));
    problems_.add("openacc-loop", name, "the nest has no loop '" + name.text + "'",
                  std::move(hints));
  }

  // From the outside in: gang, worker, vector, each once.
  void check_order(const NestLoop& loop) {
    const AccLevels levels = loop.levels.value_or(0);
    const auto at =
        std::ranges::find(where_, &loop, &std::pair<const NestLoop*, const Node*>::first);
    if (levels == 0 || at == where_.end()) return;
    if ((levels & outer_) != 0) {
      report_twice(*at->second, acc_text(levels & outer_));
    } else if ((levels & (~levels + 1)) < outer_) {
      problems_.add("openacc-level", *at->second,
                    acc_text(levels) + " stands inside of " + acc_text(outer_),
                    {"the order from the outside in is gang, worker, vector"});
    }
    outer_ |= levels;
  }

  OpenAccSchedule& schedule_;
  Problems& problems_;
  std::vector<std::pair<const NestLoop*, const Node*>> where_;
  AccLevels outer_ = 0;
};

}  // namespace

void read_levels(const Node& node, OpenAccSchedule& schedule, Problems& problems) {
  LevelReader(schedule, problems).read(node);
}

std::string schema_of_levels(SchemaWriter& writer) {
  return R"({"type": "object", "propertyNames": )" + writer.value(types::name) +
         R"(, "additionalProperties": {"oneOf": [)" + types::schema_of_words(level_words) +
         R"(, {"type": "array", "items": )" + types::schema_of_words(level_names) +
         R"(, "minItems": 1, "uniqueItems": true}]}})";
}

}  // namespace gpumodel
