#include "src/describe/describe.hpp"

#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <cctype>
#include <charconv>

#include "src/describe/count/counters.hpp"
#include "src/describe/formula/parse.hpp"
#include "src/describe/front/compile.hpp"
#include "src/describe/front/source_kind.hpp"
#include "src/describe/host/bodies.hpp"
#include "src/describe/ir/pipeline.hpp"
#include "src/describe/ir/registers.hpp"
#include "src/describe/ir/values.hpp"
#include "src/describe/program/visit.hpp"
#include "src/describe/regions/compile.hpp"
#include "src/describe/regions/finish.hpp"
#include "src/describe/regions/nest.hpp"
#include "src/describe/shape/counted_draws.hpp"
#include "src/describe/shape/shape.hpp"
#include "src/describe/structure/loads_ahead.hpp"
#include "src/describe/structure/tidy.hpp"
#include "src/describe/structure/walker.hpp"
#include "src/describe/structure/wide_loads.hpp"
#include "src/describe/write/yaml.hpp"

namespace gpumodel::describe {
namespace {

// "256UL" is 256, as a person would write it.
std::string without_suffixes(const std::string& name) {
  std::string plain;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool suffix = (name[i] == 'U' || name[i] == 'L') && !plain.empty() &&
                        std::isdigit(static_cast<unsigned char>(plain.back())) != 0;
    if (!suffix) {
      plain += name[i];
      continue;
    }
    while (i + 1 < name.size() && (name[i + 1] == 'U' || name[i + 1] == 'L')) ++i;
  }
  return plain;
}

// "ns::conv2d<2>" asks for itself; "conv2d" for every instance in any namespace.
bool asks_for(const std::string& asked, const std::string& full_name) {
  const std::string wanted = without_suffixes(asked), name = without_suffixes(full_name);
  if (wanted == name) return true;
  const std::string bare = name.substr(0, name.find('<'));
  const std::string last = bare.substr(bare.rfind(':') + 1);
  if (wanted == bare || wanted == last) return true;
  const std::size_t arguments = name.find('<');
  return arguments != std::string::npos && wanted == last + name.substr(arguments);
}

// "jacobi", "12" and "jacobi:12" for a region of jacobi in line 12; what --list says for one of
// several of a name.
bool asks_for(const std::string& wanted, const KernelSource& source) {
  if (wanted == source.signature()) return true;
  if (!source.region) return asks_for(wanted, source.name);
  const std::string &name = source.region->function, line = std::to_string(source.place.line);
  return wanted == line || wanted == name + ":" + line || asks_for(wanted, name);
}

std::string file_stem(const std::string& name) {
  std::string stem;
  for (char c : without_suffixes(name)) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
    if (plain)
      stem += c;
    else if (!stem.empty() && stem.back() != '-')
      stem += '-';
  }
  while (!stem.empty() && stem.back() == '-') stem.pop_back();
  return stem;
}

std::optional<std::int64_t> whole(const std::string& text, const Answers& answers) {
  auto formula = parse_formula(text);
  if (!formula) return std::nullopt;
  *formula = substitute(*formula, [&](const Atom& atom) -> std::optional<Formula> {
    const auto found = answers.parameters.find(atom.key);
    return found == answers.parameters.end() ? std::nullopt : parse_formula(found->second);
  });
  return formula->constant();
}

bool uses_axis(const llvm::Function& function, char axis) {
  for (const llvm::Function& callee : *function.getParent()) {
    const std::string_view name(callee.getName());
    if (name.find(".sreg.") == std::string_view::npos || !name.ends_with(std::string(".") + axis))
      continue;
    for (const llvm::User* user : callee.users())
      if (llvm::cast<llvm::Instruction>(user)->getFunction() == &function) return true;
  }
  return false;
}

const std::vector<std::string>& block_of(const KernelSource& source, const Answers& answers) {
  return answers.block.empty() && source.launch ? source.launch->block : answers.block;
}

bool in_one_dimension(const llvm::Function& function, const KernelSource& source,
                      const Answers& answers) {
  const std::vector<std::string>& block = block_of(source, answers);
  if (!block.empty())
    return std::all_of(block.begin() + 1, block.end(),
                       [&](const std::string& e) { return whole(e, answers) == 1; });
  return !uses_axis(function, 'y') && !uses_axis(function, 'z');
}

// What the code may need as numbers.
Numbers numbers_of(const KernelSource& source, const Answers& answers) {
  Numbers numbers;
  const std::vector<std::string>& extents = block_of(source, answers);
  for (std::size_t i = 0; !extents.empty() && i < 3; ++i)
    numbers.block[i] = i < extents.size() ? whole(extents[i], answers) : 1;
  for (unsigned i = 0; i < source.parameters.size(); ++i) {
    for (const auto* known : {&answers.parameters, &answers.known}) {
      const auto found = known->find(source.parameters[i].name);
      if (found == known->end() || source.parameters[i].pointer) continue;
      if (const auto number = whole(found->second, answers)) numbers.arguments[i] = *number;
    }
  }
  return numbers;
}

// The launch that was stated, else parameters to ask for.
Launch launch_of(const llvm::Function& function, const KernelSource& source, const Answers& answers,
                 Program& program) {
  Launch launch{answers.block, answers.grid, answers.shared, answers.carveout, {}};
  if (source.launch && launch.block.empty() && launch.grid.empty()) {
    const LaunchSource& seen = *source.launch;
    const std::string file = seen.place.file.substr(seen.place.file.find_last_of('/') + 1);
    return {seen.block, seen.grid, seen.shared, answers.carveout,
            "as in " + file + ":" + std::to_string(seen.place.line)};
  }
  const std::size_t axes = uses_axis(function, 'z') ? 3 : uses_axis(function, 'y') ? 2 : 1;
  const auto ask = [&](std::vector<std::string>& list, const char* what) {
    if (!list.empty()) return;
    for (std::size_t i = 0; i < axes; ++i) list.push_back(std::string(what) + "_" + "xyz"[i]);
    program.questions.push_back({std::string(what) + " of the launch, which is not in the file",
                                 std::string("--launch '") + what + "=[...]'", source.place});
  };
  ask(launch.block, "block");
  ask(launch.grid, "grid");
  return launch;
}

// A launch states what is dynamic; the descriptor wants all of it.
void add_static_shared(Program& program) {
  if (program.launch.shared.empty()) return;
  const auto dynamic = parse_formula(program.launch.shared);
  if (!dynamic) return;
  Formula all = *dynamic;
  for (const Array& array : program.arrays)
    if (array.space == Space::shared && !array.view && array.declared_bytes)
      all += Formula(*array.declared_bytes);
  program.launch.shared = text(all, Dialect::parameters);
}

void append_names(const std::string& text, std::vector<std::string>& names) {
  const auto formula = parse_formula(text);
  if (!formula) return;
  formula->each_symbol([&](const Atom& atom) {
    if (atom.role == Role::parameter) names.push_back(atom.key);
  });
}

constexpr std::size_t most_names = 10'000;

// Parameters that the program mentions, in the order of the source, then those that are its own.
void collect_parameters(const KernelSource& source, const Answers& answers, Program& program) {
  std::vector<std::string> used;
  const auto note = [&](const Formula& formula) {
    formula.each_symbol([&](const Atom& a) {
      if (a.role == Role::parameter) used.push_back(a.key);
    });
  };
  for (const Array& array : program.arrays) {
    for (const Formula& extent : array.shape) note(extent);
    note(array.offset);
  }
  for (const auto& [name, value] : program.lets) note(value);
  program.where.each_formula(note);
  if (program.nest) {
    for (const NestLoop& loop : program.nest->loops) note(loop.start), note(loop.end);
    append_names(program.nest->num_gangs, used);
    append_names(program.nest->num_workers, used);
    append_names(program.nest->vector_length, used);
  }
  each_statement(program.body, [&](const Statement& s) {
    for (const Formula& index : s.access.index) note(index);
    note(s.value), note(s.end), note(s.step);
    s.condition.each_formula(note);
    if (!s.probability.empty() && std::isdigit(static_cast<unsigned char>(s.probability[0])) == 0)
      used.push_back(s.probability);
    if (!s.warps.empty()) used.push_back(s.warps);
    constexpr std::string_view uniform = "uniform: [";
    if (s.kind == Statement::Kind::draw && s.values.starts_with(uniform)) {
      const std::size_t comma = s.values.find(','), end = s.values.find(']');
      append_names(s.values.substr(uniform.size(), comma - uniform.size()), used);
      if (end > comma) append_names(s.values.substr(comma + 1, end - comma - 1), used);
    }
  });
  for (const auto* list : {&program.launch.block, &program.launch.grid})
    for (const std::string& each : *list) append_names(each, used);
  append_names(program.launch.shared, used);
  // What the source says of one may use others.
  const auto given = [&](const std::string& name) {
    const auto found = std::ranges::find(source.parameters, name, &ParameterSource::name);
    const bool stated = answers.parameters.contains(name);
    return found == source.parameters.end() || stated || found->value.empty() ? nullptr : &*found;
  };
  for (std::size_t i = 0; i < used.size() && i < most_names; ++i)
    if (const ParameterSource* of = given(used[i])) append_names(of->value, used);

  std::vector<std::string> order;
  const auto add = [&](const std::string& name) {
    if (std::ranges::find(order, name) == order.end()) order.push_back(name);
  };
  for (const ParameterSource& each : source.parameters)
    if (std::ranges::find(used, each.name) != used.end()) add(each.name);
  for (const std::string& name : answers.parameter_order) add(name);
  for (const std::string& name : used) add(name);
  for (const std::string& name : order) {
    Parameter parameter{name, {}, {}};
    const auto answer = answers.parameters.find(name);
    const auto known = answers.known.find(name);
    if (answer != answers.parameters.end()) {
      parameter.value = answer->second;
      parameter.why = "stated: -D " + name + "=" + answer->second;
    } else if (const ParameterSource* of = given(name)) {
      parameter.value = of->value;
      parameter.why = of->why;
    } else if (known != answers.known.end()) {
      const auto counted = answers.counted.find(name);
      parameter.value = known->second;
      parameter.why =
          counted == answers.counted.end() ? "as it is launched" : "counted: " + counted->second;
    } else {
      parameter.why = "asked: -D " + name + "=VALUE";
    }
    const bool of_source =
        program.nest ||  // data clauses and sizes may name any variable
        std::ranges::any_of(source.parameters, [&](auto& p) { return p.name == name; });
    const bool asked_already = std::ranges::any_of(program.questions, [&](auto& q) {
      return q.option.find("-D " + name + "=") != std::string::npos;
    });
    const auto has_name = [&](const std::vector<std::string>& extents) {
      return std::ranges::find(extents, name) != extents.end();
    };
    const bool of_launch = program.launch.why.empty() &&
                           (has_name(program.launch.block) || has_name(program.launch.grid));
    const auto of_pointer = [&](const ParameterSource& p) {
      return p.pointer && name == p.name + given_suffix;
    };
    if (const auto pointer = std::ranges::find_if(source.parameters, of_pointer);
        parameter.value.empty() && pointer != source.parameters.end())
      program.questions.push_back(
          {"whether the pointer " + pointer->name + " is given, 1, or null, 0",
           "-D " + name + "=VALUE", source.place, "-D " + name + "=0", "-D " + name + "=1"});
    else if (const auto stands = program.standing.find(name);
             parameter.value.empty() && stands != program.standing.end())
      program.questions.push_back(
          {"which number stands in " + stands->second.where, "-D " + name + "=VALUE",
           stands->second.place.line != 0 ? stands->second.place : source.place});
    else if (parameter.value.empty() && !of_launch && !asked_already)
      program.questions.push_back(
          {(of_source ? "the value of the kernel's parameter " : "the value of ") + name,
           "-D " + name + "=VALUE", source.place});
    program.parameters.push_back(std::move(parameter));
  }
}

// The extent that what stands in an array is an index of, where it is used for nothing else.
std::optional<Formula> extent_of_values(const Program& program, std::size_t array) {
  std::set<std::string> names;
  each_statement(program.body, [&](const Statement& s) {
    if (s.kind == Statement::Kind::access && s.access.array == array)
      names.insert(s.access.read_name);
  });
  const auto used_in = [&](const Formula& formula) {
    return std::ranges::any_of(names, [&](const std::string& n) { return formula.mentions(n); });
  };
  std::optional<Formula> extent;
  bool alone = true;
  const auto other = [&](const Formula& formula) { alone = alone && !used_in(formula); };
  each_statement(program.body, [&](const Statement& s) {
    other(s.value), other(s.end), other(s.step);
    s.condition.each_formula(other);
    if (s.kind != Statement::Kind::access) return;
    const std::vector<Formula>& shape = program.arrays[s.access.array].shape;
    for (std::size_t i = 0; i < s.access.index.size(); ++i) {
      if (!used_in(s.access.index[i])) continue;
      const bool plain =
          s.access.index[i].single_atom() && i < shape.size() && (!extent || *extent == shape[i]);
      alone = alone && plain;
      if (plain) extent = shape[i];
    }
  });
  return alone ? extent : std::nullopt;
}

void answer_values(const Answers& answers, Program& program) {
  for (Array& array : program.arrays) {
    if (!array.has_reads) continue;
    const auto answer = answers.values.find(array.name);
    if (answer != answers.values.end()) {
      array.values = answer->second;
      continue;
    }
    if (array.values) continue;
    const std::string option = "--values '" + array.name + "=uniform: [";
    Question asked{"what stands in " + array.name + ", which decides on indices",
                   option + "FIRST, END]'", program.place};
    const auto index = static_cast<std::size_t>(&array - program.arrays.data());
    if (const auto extent = extent_of_values(program, index)) {
      asked.least = option + "0, 1]'";
      asked.most = option + "0, " + text(*extent, Dialect::parameters) + "]'";
    }
    program.questions.push_back(std::move(asked));
  }
}

void drop_answered(const Answers& answers, Program& program) {
  std::erase_if(program.questions, [&](const Question& question) {
    if (!question.option.starts_with("-D ")) return false;
    const std::string name = question.option.substr(3, question.option.find('=') - 3);
    return answers.parameters.contains(name) || answers.known.contains(name);
  });
}

// Of a block, where they are numbers; else 0.
int threads_of(const Launch& launch) {
  int threads = launch.block.empty() ? 0 : 1;
  for (const std::string& extent : launch.block) {
    const auto formula = parse_formula(extent);
    const auto number = formula ? formula->constant() : std::nullopt;
    threads *= number && *number >= 1 && *number <= 1024 ? static_cast<int>(*number) : 0;
  }
  return threads;
}

// "-D taken_12=SHARE" and "--values 'i_rounds=...'" ask for taken_12 and i_rounds.
std::string name_asked(const Question& question) {
  constexpr std::string_view definition = "-D ", values = "--values '";
  for (const std::string_view option : {definition, values})
    if (question.option.starts_with(option))
      return question.option.substr(option.size(), question.option.find('=') - option.size());
  return {};
}

// Rounds from one element of an array to another, or to one of another array: what each of them may
// be says nothing of how far apart they are.
bool decides_on_rounds(const Program& program, const std::string& array) {
  std::map<std::string, std::set<std::string>> reads;  // of each name, the elements it is made of
  std::set<std::string> of_array;
  const auto made_of = [&](const Formula& formula) {
    std::set<std::string> all;
    formula.each_symbol([&](const Atom& atom) {
      const auto found = reads.find(atom.key);
      if (found != reads.end()) all.insert(found->second.begin(), found->second.end());
    });
    return all;
  };
  bool decides = false;
  each_statement(program.body, [&](const Statement& s) {
    if (s.kind == Statement::Kind::access && !s.access.read_name.empty()) {
      reads[s.access.read_name] = {s.access.read_name};
      if (program.arrays[s.access.array].name == array) of_array.insert(s.access.read_name);
    }
    if (s.kind == Statement::Kind::let) reads[s.name] = made_of(s.value);
    if (s.kind != Statement::Kind::loop) return;
    const std::set<std::string> between = made_of(s.end - s.value);
    decides =
        decides || (between.size() > 1 && std::ranges::any_of(of_array, [&](const auto& name) {
                      return between.contains(name);
                    }));
  });
  return decides;
}

// The kernel with counters of all that it leaves open and that a number answers.
void add_counting(const Ask& ask, llvm::Function& kernel, const Numbers& numbers,
                  const std::vector<CountSite>& sites, Program& program) {
  std::set<std::string> wanted;
  for (const Question& question : program.questions) {
    const std::string name = name_asked(question);
    if (!decides_on_rounds(program, name)) wanted.insert(name);
  }
  CountingBody counting{ask.counting, numbers.block, insert_counters(kernel, sites, wanted)};
  const std::string why_not = program.questions.empty() ? "" : compile_counting(kernel, counting);
  for (Question& question : program.questions) {
    const bool counted =
        std::ranges::find(counting.names, name_asked(question)) != counting.names.end();
    const bool of_rounds = decides_on_rounds(program, name_asked(question));
    question.not_counted = !why_not.empty() ? why_not
                           : counted        ? ""
                           : of_rounds      ? "a loop goes from one of its elements to another"
                                            : "no number of the code says it";
  }
}

Described describe_one(const KernelSource& source, llvm::Function& function, Pipeline& pipeline,
                       const Ask& ask, const Numbers& stated, const std::vector<NestLoop>& loops) {
  auto& analyses = pipeline.analyses();
  Program program;
  program.name = ask.name.empty() ? file_stem(source.name) : ask.name;
  program.signature = source.signature();
  program.place = source.place;
  const std::string file = source.place.file.substr(source.place.file.find_last_of('/') + 1);
  program.summary = source.name + " of " + file + ", as the compiler reads it";
  const KernelCode code{function,
                        analyses.getResult<llvm::LoopAnalysis>(function),
                        analyses.getResult<llvm::ScalarEvolutionAnalysis>(function),
                        analyses.getResult<llvm::DominatorTreeAnalysis>(function),
                        analyses.getResult<llvm::PostDominatorTreeAnalysis>(function),
                        function.getParent()->getDataLayout(),
                        source,
                        ask.answers,
                        !source.region && in_one_dimension(function, source, ask.answers),
                        stated.block,
                        loops};
  if (source.region)
    program.nest = nest_of(source, loops, ask.answers);
  else
    program.launch = launch_of(function, source, ask.answers, program);
  std::vector<CountSite> sites;
  walk(code, program, sites);
  if (source.region) drop_what_rounds_imply(source, program);
  drop_empty(program);
  widen_shared_loads(program);
  shape(ask.answers, program);
  add_static_shared(program);
  tidy(program);
  if (source.region) finish_nest(source, ask.answers, program);
  if (ask.answers.registers.empty()) {
    const int words = words_alive(function);
    program.registers = estimated_registers(words, words_loaded_ahead(program));
    program.registers_why =
        program.registers == fewest_registers
            ? "estimated: the fewest that a thread is given"
            : "estimated: " + std::to_string(words) + " words alive at once, and more";
    const auto leave = [&](int threads, const char* what) {
      const int most = registers_left_for(threads);
      if (program.registers <= most) return;
      program.registers = most;
      program.registers_why = std::string("estimated: as many as ") + what + " leaves";
    };
    leave(source.most_threads, "__launch_bounds__");
    leave(threads_of(program.launch), "its block");
    if (program.nest) add_registers_of_gcc(words, program);
  } else {
    if (program.nest) program.nest->registers = std::stoi(ask.answers.registers);
    program.registers = std::stoi(ask.answers.registers);
  }
  for (const auto& [number, value] : stated.arguments)
    program.assumptions.push_back(source.parameters[number].name + " is " + std::to_string(value) +
                                  " in it, for a loop halves or doubles as often as it says");
  answer_values(ask.answers, program);
  drop_answered(ask.answers, program);
  collect_parameters(source, ask.answers, program);
  scale_counted_draws(program);
  if (!ask.counting.empty())
    add_counting(ask, function, numbers_of(source, ask.answers), sites, program);
  return {program.name, yaml(program), program.questions};
}

[[noreturn]] void no_such_kernel(const Ask& ask, const std::string& wanted,
                                 const Compiled& compiled) {
  Diagnostic diagnostic{.id = "kernel-unknown",
                        .message = ask.file + " has no kernel '" + wanted + "'"};
  diagnostic.place.file = ask.file;
  if (wanted.empty()) {
    if (!compiled.refused.empty()) throw Failure{compiled.refused, 3};
    diagnostic.message = ask.file + " has no kernel";
    if (is_host_source(ask.file)) {
      diagnostic.message += ", no region of OpenACC and no loop that stores to an array";
    }
  }
  for (const KernelSource& kernel : compiled.kernels)
    diagnostic.hints.push_back(kernel.signature());
  for (const std::string& name : compiled.templates)
    diagnostic.hints.push_back("template " + name + ", used nowhere: --kernel '" + name + "<...>'");
  std::vector<Diagnostic> all = compiled.refused;
  all.insert(all.begin(), std::move(diagnostic));
  all.insert(all.end(), compiled.diagnostics.begin(), compiled.diagnostics.end());
  throw Failure{std::move(all), 3};
}

// In LLVM's words: what formulas and loops are taken from, with the source's names of arguments.
void write_code(const Ask& ask, const llvm::Module& module,
                const std::vector<const KernelSource*>& kernels) {
  std::error_code failed;
  llvm::raw_fd_ostream out(ask.code, failed);
  if (kernels.size() == 1 && !failed) {
    module.getContext().setDiscardValueNames(false);
    if (const llvm::Function* function = module.getFunction(kernels.front()->mangled))
      for (std::size_t i = 0; i < kernels.front()->parameters.size() && i < function->arg_size();
           ++i)
        function->getArg(static_cast<unsigned>(i))->setName(kernels.front()->parameters[i].name);
    module.print(out, nullptr);
    return;
  }
  Diagnostic diagnostic{.id = "usage", .message = "--code writes that of one kernel"};
  if (failed) diagnostic.message = ask.code + " cannot be written: " + failed.message();
  diagnostic.hints = {"--kernel NAME chooses one"};
  throw Failure{{std::move(diagnostic)}, 2};
}

// Why a kernel that does not compile is not described.
Diagnostic refusal_of(const KernelSource& kernel) {
  Diagnostic refusal = *kernel.error;
  const bool launches = refusal.message.starts_with("reference to __global__ function");
  const bool calls = refusal.message.starts_with("reference to __host__ function 'cuda") ||
                     refusal.message.starts_with("no matching function for call to 'cuda");
  if (!launches && !calls) return refusal;
  refusal.id = "not-described";
  refusal.message = kernel.name + ": it " + (launches ? "launches a kernel" : "calls the runtime") +
                    " itself, which a kernel file cannot say";
  refusal.hints = {"describe the kernel that it launches, and state how often in a program file"};
  return refusal;
}

// Instances of templates that are asked for by name, which the file does not use itself; with the
// namespaces of their template.
std::vector<std::string> missing_instances(const Ask& ask, const Compiled& compiled) {
  std::vector<std::string> instances;
  for (const std::string& wanted : ask.kernels) {
    const std::size_t arguments = wanted.find('<');
    const bool known =
        std::ranges::any_of(compiled.kernels, [&](auto& k) { return asks_for(wanted, k); });
    if (arguments == std::string::npos || known) continue;
    std::string name = wanted;
    for (const std::string& each : compiled.templates)
      if (asks_for(wanted.substr(0, arguments), each)) name = each + wanted.substr(arguments);
    instances.push_back(name);
  }
  return instances;
}

}  // namespace

Compiled compile_source(const Ask& ask) {
  const CompileRequest request{ask.file, ask.compile_options, {}, ask.beside};
  return is_host_source(ask.file) ? compile_regions(request) : compile(request);
}

Result describe(const Ask& ask, Compiled& compiled) {
  const bool host = is_host_source(ask.file);
  const auto known = [&](const std::string& wanted) {
    return std::ranges::any_of(compiled.kernels, [&](auto& k) { return asks_for(wanted, k); });
  };
  const std::vector<std::string> missing = missing_instances(ask, compiled);
  if (!missing.empty() && !host) {
    compiled.module.reset();  // before its context
    compiled = compile({ask.file, ask.compile_options, missing, ask.beside});
  }

  std::vector<const KernelSource*> chosen;
  for (const KernelSource& kernel : compiled.kernels) {
    if (ask.kernels.empty() ||
        std::ranges::any_of(ask.kernels, [&](auto& wanted) { return asks_for(wanted, kernel); }))
      chosen.push_back(&kernel);
  }
  for (const std::string& wanted : ask.kernels)
    if (!known(wanted)) no_such_kernel(ask, wanted, compiled);
  if (chosen.empty()) no_such_kernel(ask, "", compiled);

  std::map<std::string, Numbers> functions;
  for (const KernelSource* kernel : chosen)
    functions[kernel->mangled] = numbers_of(*kernel, ask.answers);
  Result result;
  result.diagnostics = std::move(compiled.diagnostics);
  std::vector<Diagnostic> refused;
  if (ask.kernels.empty()) refused = std::move(compiled.refused);
  std::map<std::string, std::vector<NestLoop>> nests;
  std::set<std::string> without_nest;
  const auto look = [&](llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    const std::string name = function.getName().str();
    const auto source = std::ranges::find(compiled.kernels, name, &KernelSource::mangled);
    if (source == compiled.kernels.end() || !source->region) return;
    try {
      nests[name] = cut_nest(function, analyses, *source, ask.answers);
    } catch (const Failure& failure) {
      refused.insert(refused.end(), failure.diagnostics.begin(), failure.diagnostics.end());
      without_nest.insert(name);
    }
  };
  Pipeline pipeline;
  std::map<std::string, Numbers> stated = pipeline.run(*compiled.module, functions, look);
  if (!ask.code.empty()) write_code(ask, *compiled.module, chosen);
  for (const KernelSource* kernel : chosen) {
    if (kernel->error) {
      refused.push_back(refusal_of(*kernel));
      continue;
    }
    llvm::Function* function = compiled.module->getFunction(kernel->mangled);
    if (function == nullptr || function->isDeclaration() || without_nest.contains(kernel->mangled))
      continue;
    try {
      result.kernels.push_back(describe_one(*kernel, *function, pipeline, ask,
                                            stated[kernel->mangled], nests[kernel->mangled]));
    } catch (const Failure& failure) {
      if (failure.exit_code != 3) throw;  // not the kernel is wrong, but the call
      refused.insert(refused.end(), failure.diagnostics.begin(), failure.diagnostics.end());
    }
  }
  if (result.kernels.empty()) {  // what was missing may be why
    for (const Diagnostic& said : result.diagnostics)
      if (said.id == "include-missing") refused.push_back(said);
    throw Failure{refused, 3};
  }
  result.diagnostics.insert(result.diagnostics.end(), refused.begin(), refused.end());
  return result;
}

std::vector<std::string> signatures(const Compiled& compiled) {
  std::vector<std::string> all;
  for (const KernelSource& kernel : compiled.kernels) all.push_back(kernel.signature());
  for (const std::string& name : compiled.templates) all.push_back("template " + name);
  return all;
}

}  // namespace gpumodel::describe
