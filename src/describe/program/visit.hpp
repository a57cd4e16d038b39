// All statements of a program, those in others too, in order.
#pragma once

#include "src/describe/program/program.hpp"

namespace gpumodel::describe {

template <class List, class Visit>
void each_statement(List& statements, const Visit& visit) {
  for (auto& statement : statements) {
    visit(statement);
    each_statement(statement.body, visit);
    each_statement(statement.other, visit);
  }
}

}  // namespace gpumodel::describe
