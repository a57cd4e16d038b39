// Exercises in which code is written, and a student's code, for people and as a document.
#pragma once

#include "src/app/learn/code.hpp"
#include "src/view/common/page.hpp"
#include "src/view/document/document.hpp"

namespace gpumodel {

Preformatted code_commands(const CodeExercise& exercise);
Page code_page(const CodeExercise& exercise);
Page checked_code_page(const CheckedCode& checked);
const Document<CodeExercise>& code_document();
const Document<CheckedCode>& checked_code_document();

}  // namespace gpumodel
