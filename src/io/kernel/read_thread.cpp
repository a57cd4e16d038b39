#include "src/io/kernel/read_thread.hpp"

#include <algorithm>
#include <iterator>

#include "src/io/kernel/read_bindings.hpp"
#include "src/io/kernel/read_openacc.hpp"
#include "src/io/kernel/read_statements.hpp"
#include "src/io/text/mapping.hpp"

namespace gpumodel {
namespace {

void refuse_guard(const Node& where, Problems& problems) {
  problems.add("keys-mixed", where, "'where' guards the threads of a launch, and there is none",
               {"the nest has no iterations too many; for another condition: - if: ..."});
}

}  // namespace

ThreadProgram read_thread(const Node& node, const Node* openacc, const std::vector<Array>& arrays,
                          FormulaReader& formulas, Problems& problems) {
  ThreadProgram program;
  const ThreadContext context{arrays, formulas, problems, program};
  program.source = {Provenance::derived, "thread", problems.file().shown, node.line, {}, 1.0};
  formulas.variables().look_for_definitions(node);

  if (openacc != nullptr) define_nest(*openacc, context);

  Mapping fields(node, "'thread'", problems);
  if (const Node* lets = fields.optional("let")) read_lets(*lets, context, program.body);
  std::optional<Branch> guard;
  if (const Node* where = fields.optional("where")) {
    guard.emplace();
    guard->condition = context.index_formula(*where, "where");
    guard->source = context.source(*where, "where", where->text);
    if (openacc != nullptr) refuse_guard(*where, problems);
  }
  Body statements;
  if (const Node* list = fields.required("do")) statements = read_statements(*list, context);
  fields.reject_unknown_keys();

  if (guard) {
    guard->then = std::move(statements);
    program.body.push_back({std::move(*guard)});
  } else {
    std::ranges::move(statements, std::back_inserter(program.body));
  }
  return program;
}

}  // namespace gpumodel
