#include "src/view/schemas/schemas.hpp"

#include <algorithm>

#include "src/io/fields/file_schemas.hpp"
#include "src/view/advise/json.hpp"
#include "src/view/check/json.hpp"
#include "src/view/coalesce/json.hpp"
#include "src/view/common/failure_json.hpp"
#include "src/view/compare/json.hpp"
#include "src/view/device/json.hpp"
#include "src/view/doctor/json.hpp"
#include "src/view/document/schema.hpp"
#include "src/view/gate/baseline_json.hpp"
#include "src/view/gate/json.hpp"
#include "src/view/kernel/json.hpp"
#include "src/view/learn/code.hpp"
#include "src/view/learn/json.hpp"
#include "src/view/occupancy/json.hpp"
#include "src/view/predict/json.hpp"
#include "src/view/program/json.hpp"
#include "src/view/program/list_page.hpp"
#include "src/view/roofline/json.hpp"
#include "src/view/story/json.hpp"
#include "src/view/sweep/json.hpp"
#include "src/view/system/list_page.hpp"
#include "src/view/tune/json.hpp"
#include "src/view/validate/json.hpp"
#include "src/view/validate/program_record_json.hpp"
#include "src/view/validate/programs_json.hpp"
#include "src/view/validate/record_json.hpp"

namespace gpumodel {
namespace {

// Several of one name are what one command prints.
std::vector<const AnyDocument*> documents() {
  return {&advise_document(),
          &check_document(),
          &coalesce_document(),
          &compare_document(),
          &compare_files_document(),
          &device_list_document(),
          &device_document(),
          &device_diff_document(),
          &doctor_document(),
          &failure_document(),
          &gate_document(),
          &kernel_list_document(),
          &kernel_document(),
          &course_document(),
          &sheet_document(),
          &learn_document(),
          &grades_document(),
          &code_document(),
          &checked_code_document(),
          &occupancy_document(),
          &overlap_document(),
          &predict_document(),
          &program_document(),
          &program_list_document(),
          &roofline_document(),
          &story_list_document(),
          &story_show_document(),
          &story_run_document(),
          &sweep_document(),
          &tune_document(),
          &program_file_document(),
          &system_list_document(),
          &system_file_document(),
          &validate_document(),
          &validate_programs_document()};
}

std::vector<const AnyObject*> records() {
  return {&record_object(), &program_record_object(), &baseline_object(), &sweep_head_object()};
}

}  // namespace

std::vector<std::string> schema_names() {
  std::vector<std::string> names;
  for (const AnyDocument* document : documents()) names.emplace_back(document->head.name);
  for (const AnyObject* record : records()) names.emplace_back(record->name);
  for (const FileSchema& file : file_schemas()) names.emplace_back(file.name);
  std::ranges::sort(names);
  names.erase(std::ranges::unique(names).begin(), names.end());
  return names;
}

std::string schema_text(std::string_view name) {
  for (const FileSchema& file : file_schemas()) {
    if (file.name == name) return file.text();
  }
  for (const AnyObject* record : records()) {
    if (record->name == name) return to_text(schema_of("1", *record));
  }
  std::vector<const AnyDocument*> found = documents();
  std::erase_if(found, [&](const AnyDocument* document) { return document->head.name != name; });
  return to_text(schema_of(found));
}

}  // namespace gpumodel
