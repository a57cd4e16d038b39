#include "src/io/fields/file_schemas.hpp"

#include <array>

#include "src/io/course/read_answers.hpp"
#include "src/io/course/read_code.hpp"
#include "src/io/course/read_exercise.hpp"
#include "src/io/device/read_device.hpp"
#include "src/io/device/read_system.hpp"
#include "src/io/gate/read_budgets.hpp"
#include "src/io/kernel/read_kernel.hpp"
#include "src/io/program/read_program.hpp"
#include "src/io/story/read_story.hpp"

namespace gpumodel {

std::span<const FileSchema> file_schemas() {
  static constexpr auto all = std::to_array<FileSchema>({
      {"answers", answers_schema},
      {"budgets", budgets_schema},
      {"code-exercise", code_exercise_schema},
      {"device", device_schema},
      {"exercise", exercise_schema},
      {"kernel", kernel_schema},
      {"program-file", program_schema},
      {"story-file", story_schema},
      {"system-file", system_schema},
  });
  return all;
}

}  // namespace gpumodel
