#include "src/view/validate/bars_yaml.hpp"

#include "src/view/common/page.hpp"

namespace gpumodel {

std::string bars_text(std::span<const Bar> bars, std::string_view command) {
  std::string text =
      "# How far predictions were from the records here when this was written: " +
      std::string(command) +
      "\n# --replay FOLDER --bars fails where they have become worse. Errors and shares are\n"
      "# fractions. --write-bars writes this file.\nbars:";
  const Bar* before = nullptr;
  for (const Bar& bar : bars) {
    const bool new_model = before == nullptr || before->model != bar.model;
    const bool new_set = new_model || before->set != bar.set;
    if (before != nullptr && new_set) text += "}";
    if (new_model) text += "\n  " + bar.model + ":";
    text += new_set ? "\n    " + bar.set + ": {" : ", ";
    text += bar.quantity + ": " + raw_number(bar.limit);
    before = &bar;
  }
  return text + (before != nullptr ? "}\n" : " {}\n");
}

}  // namespace gpumodel
