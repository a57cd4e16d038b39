#include "src/describe/ir/pipeline.hpp"

#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Verifier.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Target/TargetMachine.h>

#include <iterator>
#include <memory>
#include <mutex>
#include <regex>

#include "src/describe/ir/address_space_alias.hpp"
#include "src/describe/ir/asked_bits.hpp"
#include "src/describe/ir/conditional_steps.hpp"
#include "src/describe/ir/loops.hpp"
#include "src/describe/ir/members_at_once.hpp"
#include "src/describe/ir/one_array.hpp"
#include "src/describe/ir/reachable_ways.hpp"
#include "src/describe/ir/run_time_numbers.hpp"
#include "src/describe/ir/shared_pointers.hpp"
#include "src/describe/ir/structure_copies.hpp"
#include "src/describe/ir/written_out.hpp"

namespace gpumodel::describe {
namespace {

// Kernels that nobody asked for go first. The others are inlined and in registers: from here loops
// and their bounds can be read. Twice, for a function that was an argument is known once what takes
// it is inlined.
constexpr const char* inlined =
    "globaldce,function(lower-expect),always-inline,function(mem2reg),always-inline,globaldce,"
    "function(mem2reg)";
constexpr const char* to_registers =
    "function(sroa,early-cse<memssa>,infer-address-spaces,simplifycfg,"
    "instcombine,sroa,early-cse<memssa>,simplifycfg,mergereturn,loop-simplify,lcssa,"
    "loop(loop-rotate),instcombine,simplifycfg,loop-simplify,lcssa)";
constexpr const char* with_block =
    "function(early-cse,instcombine,simplifycfg,loop-simplify,lcssa,loop(loop-rotate),instcombine,"
    "simplifycfg,loop-simplify,lcssa)";
// What is loop-invariant leaves its loop.
constexpr const char* out_of_loops =
    "function(sroa,early-cse<memssa>,simplifycfg,instcombine,infer-address-spaces,loop-simplify,"
    "lcssa,loop-mssa(licm))";
// What is known is not loaded again, and neighbouring words of a structure are moved as one.
constexpr const char* to_fewer =
    "function(simplifycfg,instcombine,gvn<no-pre;load-pre>,dse,loop-simplify,lcssa,"
    "loop-mssa(licm),adce)";
constexpr const char* to_vectors =
    "function(load-store-vectorizer,simplifycfg,early-cse,mergereturn,loop-simplify,lcssa)";

// Branches stay branches, and operations outside of them stay outside: a thread program says under
// which condition something is done.
void keep_branches() {
  static std::once_flag once;
  std::call_once(once, [] {
    constexpr const char* options[] = {"gpumodel-describe", "-speculate-one-expensive-inst=false",
                                       "-instcombine-code-sinking=false",
                                       "-phi-node-folding-threshold=1",
                                       "-two-entry-phi-node-folding-threshold=1"};
    llvm::cl::ParseCommandLineOptions(static_cast<int>(std::size(options)), options);
  });
}

void prepare(llvm::Module& module, const std::map<std::string, Numbers>& wanted) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) {
      if (std::string_view(function.getName()).starts_with("gpumodel.atomic.")) {
        function.setOnlyAccessesArgMemory();
        function.setDoesNotThrow();
        function.addFnAttr(llvm::Attribute::WillReturn);
        function.addFnAttr(llvm::Attribute::NoFree);
        function.addParamAttr(0, llvm::Attribute::NoCapture);
      }
      continue;
    }
    function.removeFnAttr(llvm::Attribute::OptimizeNone);
    if (wanted.contains(function.getName().str())) continue;
    function.removeFnAttr(llvm::Attribute::NoInline);
    function.addFnAttr(llvm::Attribute::AlwaysInline);
    function.setLinkage(llvm::GlobalValue::InternalLinkage);
    function.setComdat(nullptr);
  }
  if (llvm::NamedMDNode* annotations = module.getNamedMetadata("nvvm.annotations"))
    annotations->eraseFromParent();  // they keep kernels alive
  for (const char* list : {"llvm.used", "llvm.compiler.used"})
    if (llvm::GlobalVariable* used = module.getNamedGlobal(list)) used->eraseFromParent();
}

// A lane is one of 32: masks that say no more fall away.
void state_lanes(llvm::Module& module) {
  constexpr llvm::Intrinsic::ID lane = llvm::Intrinsic::nvvm_read_ptx_sreg_laneid;
  llvm::Function* asked = module.getFunction(llvm::Intrinsic::getName(lane));
  if (asked == nullptr) return;
  llvm::MDNode* range =
      llvm::MDBuilder(module.getContext()).createRange(llvm::APInt(32, 0), llvm::APInt(32, 32));
  for (llvm::User* user : asked->users())
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(user))
      call->setMetadata(llvm::LLVMContext::MD_range, range);
}

void replace_calls(llvm::Function& function, const llvm::Function& kernel, std::int64_t value) {
  for (llvm::User* user : llvm::make_early_inc_range(function.users())) {
    auto* call = llvm::cast<llvm::Instruction>(user);
    if (call->getFunction() != &kernel) continue;
    call->replaceAllUsesWith(
        llvm::ConstantInt::get(call->getType(), static_cast<std::uint64_t>(value)));
    call->eraseFromParent();
  }
}

constexpr llvm::Intrinsic::ID extents[] = {llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_x,
                                           llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_y,
                                           llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_z};

bool is_block_size(const llvm::Value& value, const Block& block) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&value);
  const llvm::Function* called = call != nullptr ? call->getCalledFunction() : nullptr;
  if (called == nullptr) return false;
  if (called->getName() == "gpumodel.number.block") return block[0].has_value();
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (called->getIntrinsicID() == extents[axis]) return block[axis].has_value();
  return false;
}

void state_block(llvm::Function& kernel, const Block& block) {
  count_divisions(kernel, [&](const llvm::Value& value) { return is_block_size(value, block); });
  constexpr llvm::Intrinsic::ID threads[] = {llvm::Intrinsic::nvvm_read_ptx_sreg_tid_x,
                                             llvm::Intrinsic::nvvm_read_ptx_sreg_tid_y,
                                             llvm::Intrinsic::nvvm_read_ptx_sreg_tid_z};
  for (llvm::Function& function : *kernel.getParent()) {
    if (function.getName() == "gpumodel.number.block" && block[0])
      replace_calls(function, kernel, *block[0] * block[1].value_or(1) * block[2].value_or(1));
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (!block[axis]) continue;
      const llvm::Intrinsic::ID id = function.getIntrinsicID();
      if (id == extents[axis]) replace_calls(function, kernel, *block[axis]);
      if (id == threads[axis] && *block[axis] == 1) replace_calls(function, kernel, 0);
    }
  }
}

// Loops and divisions that follow from it first: it is no number for the compiler.
bool count_and_state_warp_size(llvm::Module& module, llvm::FunctionAnalysisManager& analyses) {
  bool any = false;
  for (llvm::Function& kernel : module) {
    if (!reads_warp_size(kernel)) continue;
    mark_open_loops(kernel, analyses);
    count_divisions(kernel, is_warp_size);
    state_warp_size(kernel);
    any = true;
  }
  return any;
}

// Those that decide how often a loop halves or doubles its counter.
std::map<unsigned, std::int64_t> state_arguments(llvm::Function& kernel,
                                                 llvm::FunctionAnalysisManager& analyses,
                                                 const std::map<unsigned, std::int64_t>& known) {
  std::map<unsigned, std::int64_t> stated;
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(kernel);
  for (llvm::Loop* loop : analyses.getResult<llvm::LoopAnalysis>(kernel).getLoopsInPreorder())
    for (const unsigned number : says_rounds(*loop, evolution).arguments)
      if (known.contains(number)) stated[number] = known.at(number);
  count_divisions(kernel, [&](const llvm::Value& value) {
    const auto* argument = llvm::dyn_cast<llvm::Argument>(&value);
    return argument != nullptr && stated.contains(argument->getArgNo());
  });
  for (const auto& [number, value] : stated) {
    llvm::Argument* argument = kernel.getArg(number);
    argument->replaceAllUsesWith(llvm::ConstantInt::get(
        argument->getType(), static_cast<std::uint64_t>(value), /*IsSigned=*/true));
  }
  return stated;
}

// What the passes ask about the GPU: address spaces, and how much one access moves.
std::unique_ptr<llvm::TargetMachine> machine_of(const llvm::Module& module) {
  std::string error;
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(module.getTargetTriple(), error);
  if (target == nullptr) return nullptr;
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(module.getTargetTriple(), "sm_90", "+ptx78", {}, {}));
}

}  // namespace

Pipeline::Pipeline() = default;
Pipeline::~Pipeline() = default;

std::map<std::string, Numbers> Pipeline::run(llvm::Module& module,
                                             const std::map<std::string, Numbers>& wanted,
                                             const Look& first) {
  keep_branches();
#if LLVM_VERSION_MAJOR >= 19
  module.convertFromNewDbgValues();
#endif
  prepare(module, wanted);
  read_warp_size(module);
  state_lanes(module);
  machine_ = machine_of(module);
  llvm::PassBuilder builder(machine_.get());
  builder.registerModuleAnalyses(modules_);
  builder.registerCGSCCAnalyses(groups_);
  functions_.registerPass([] { return AddressSpaceAliasAnalysis(); });
  functions_.registerPass([&] {  // the first one that is registered stays
    llvm::AAManager all = builder.buildDefaultAAPipeline();
    all.registerFunctionAnalysis<AddressSpaceAliasAnalysis>();
    return all;
  });
  builder.registerFunctionAnalyses(functions_);
  builder.registerLoopAnalyses(loops_);
  builder.crossRegisterProxies(loops_, functions_, groups_, modules_);
  const auto pass = [&](std::string pipeline) {
#if LLVM_VERSION_MAJOR >= 18
    // Whether one round was enough is a question to LLVM's tests: it ends the program otherwise.
    static const std::regex combine("instcombine(?!-)");
    pipeline = std::regex_replace(pipeline, combine, "instcombine<no-verify-fixpoint>");
#endif
    llvm::ModulePassManager passes;
    llvm::cantFail(builder.parsePassPipeline(passes, pipeline));
    passes.run(module, modules_);
  };
  pass(inlined);
  decide_shared_pointers(module);
  const auto each_function = [&](auto own) {
    llvm::ModulePassManager passes;
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(own)));
    passes.run(module, modules_);
  };
  for (llvm::Function& function : module) mark_divisions(function);
  each_function(SplitStructureCopies());  // before passes that take copies for blocks of bytes
  pass(to_registers);
  if (count_and_state_warp_size(module, functions_)) {
    modules_.clear();
    pass(with_block);
  }
  if (first) {
    for (llvm::Function& function : module)
      if (!function.isDeclaration() && wanted.contains(function.getName().str()))
        first(function, functions_);
    modules_.clear();
  }
  std::map<std::string, Numbers> stated;
  const auto state = [&](auto put) {
    bool changed = false;
    for (llvm::Function& function : module) {
      const std::string name = function.getName().str();
      if (function.isDeclaration() || !wanted.contains(name) ||
          !has_waiting_loops(function, functions_))
        continue;
      put(function, wanted.at(name), stated[name]);
      functions_.invalidate(function, llvm::PreservedAnalyses::none());
      changed = true;
    }
    if (changed) pass(with_block);
  };
  state([&](llvm::Function& function, const Numbers& known, Numbers& put) {
    mark_open_loops(function, functions_);
    state_block(function, put.block = known.block);
  });
  state([&](llvm::Function& function, const Numbers& known, Numbers& put) {
    put.arguments = state_arguments(function, functions_, known.arguments);
  });
  std::map<std::string, Block> blocks;
  for (const auto& [name, numbers] : stated) blocks[name] = numbers.block;
  each_function(WriteOutLoops(std::move(blocks)));
  for (llvm::Function& function : module) drop_marks(function);
  modules_.clear();
  pass(out_of_loops);
  each_function(FollowConditionalSteps());
  each_function(ChooseElements());
  pass(to_fewer);
  each_function(MembersAtOnce());
  pass(to_vectors);
  each_function(ReachableWays());
  pass("function(loop-simplify,lcssa)");
  each_function(SignAskedBits());
  each_function(LoadOnlyPart());
  return stated;
}

}  // namespace gpumodel::describe
