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

constexpr ValueType lets{schema_of_lets};
constexpr ValueType statements_of_thread{schema_of_statements};
constexpr KeyText thread_let{"let", Key::optional, lets, "names for expressions, in order"};
constexpr KeyText thread_where{"where", Key::optional, types::expression,
                               "a condition around all statements of 'do'"};
constexpr KeyText thread_do{"do", Key::required, statements_of_thread, ""};

}  // namespace

std::string schema_of_thread(SchemaWriter& writer) {
  return writer.mapping(std::array{thread_let, thread_where, thread_do});
}

ThreadProgram read_thread(const Node& node, const Node* openacc, const std::vector<Array>& arrays,
                          FormulaReader& formulas, Problems& problems) {
  ThreadProgram program;
  const ThreadContext context{arrays, formulas, problems, program};
  program.source = {Provenance::derived, "thread", problems.file().shown, node.line, {}, 1.0};
  formulas.variables().look_for_definitions(node);

  if (openacc != nullptr) define_nest(*openacc, context);

  Mapping fields(node, "'thread'", problems);
  if (const Node* names = ask(fields, thread_let)) read_lets(*names, context, program.body);
  std::optional<Branch> guard;
  if (const Node* where = ask(fields, thread_where)) {
    guard.emplace();
    guard->condition = context.index_formula(*where, "where");
    guard->source = context.source(*where, "where", where->text);
    if (openacc != nullptr) refuse_guard(*where, problems);
  }
  Body statements;
  if (const Node* list = ask(fields, thread_do)) statements = read_statements(*list, context);
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
