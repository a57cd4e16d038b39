#include "src/describe/host/bodies.hpp"

#include <llvm-c/Target.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#if LLVM_VERSION_MAJOR >= 17
#include <llvm/TargetParser/Host.h>
#else
#include <llvm/Support/Host.h>
#endif
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <set>

#include "src/describe/front/compile.hpp"
#include "src/describe/ir/address_spaces.hpp"
#include "src/describe/ir/run_time_numbers.hpp"
#include "src/record/executable.hpp"

// LLVM's values have an operator new with the number of their operands, and one operator delete:
// GCC 12 takes that for a mismatch where it inlines one of them alone (-O1).
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
#endif

namespace gpumodel::describe {
namespace {

constexpr auto of_a_core = llvm::GlobalValue::InitialExecTLSModel;

// Where a thread stands: twelve numbers that the runtime sets before it runs.
constexpr std::pair<llvm::Intrinsic::ID, unsigned> places[] = {
    {llvm::Intrinsic::nvvm_read_ptx_sreg_tid_x, 0},
    {llvm::Intrinsic::nvvm_read_ptx_sreg_tid_y, 1},
    {llvm::Intrinsic::nvvm_read_ptx_sreg_tid_z, 2},
    {llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_x, 3},
    {llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_y, 4},
    {llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_z, 5},
    {llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_x, 6},
    {llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_y, 7},
    {llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_z, 8},
    {llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_x, 9},
    {llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_y, 10},
    {llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_z, 11},
    {llvm::Intrinsic::nvvm_read_ptx_sreg_laneid, 12}};

using Reasons = std::map<std::string, std::string>;

// The passes of the text, or without one those of -O2.
void run(llvm::Module& module, llvm::TargetMachine* machine, const char* text) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager groups;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(groups);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, groups, modules);
  llvm::ModulePassManager passes;
  if (text == nullptr) {
    passes = builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2);
  } else {
    llvm::cantFail(builder.parsePassPipeline(passes, text));
  }
  passes.run(module, modules);
}

class Bodies {
 public:
  Bodies(llvm::Module& module, const std::vector<LaunchableKernel>& kernels,
         const CountingBody* counting = nullptr)
      : module_(module), context_(module.getContext()), counting_(counting) {
    for (const LaunchableKernel& each : kernels)
      if (llvm::Function* made = module.getFunction(each.mangled); made && !made->isDeclaration())
        kernels_.push_back(made);
  }

  Reasons make() {
    drop_code(module_);
    read_warp_size(module_);
    for (llvm::Function& function : module_) state_warp_size(function);
    find_uses();
    for (llvm::Function& function : module_) tell_host(function);
    for (llvm::Function* kernel : kernels_)
      if (const std::string why = why_not(*kernel); !why.empty()) reasons_[name_of(*kernel)] = why;
    step_at_volatile();
    for (llvm::Function& function : llvm::make_early_inc_range(module_))
      if (function.isDeclaration() && !function.use_empty()) lower(function);
    find_variables();
    register_all();
    tidy();
    return reasons_;
  }

 private:
  // Parameters that a kernel only reads through (r), or only writes through (w): what was there
  // before is of no use to it.
  void find_uses() {
    run(module_, nullptr, "function(sroa,early-cse),cgscc(function-attrs)");
    for (llvm::Function* kernel : kernels_) {
      std::string& all = uses_[kernel];
      for (const llvm::Argument& argument : kernel->args()) {
        const bool reads = argument.getType()->isPointerTy() && argument.onlyReadsMemory();
        const bool writes = argument.hasAttribute(llvm::Attribute::WriteOnly);
        all += argument.hasByValAttr() ? '-' : reads ? 'r' : writes ? 'w' : '-';
      }
    }
  }

  static std::string name_of(const llvm::Function& function) { return function.getName().str(); }

  // What the attributes of device code say of it is meant for the description, or for another
  // processor.
  static void tell_host(llvm::Function& function) {
    for (const char* each : {"target-cpu", "target-features", "frame-pointer"})
      function.removeFnAttr(each);
    const bool acts = function.isDeclaration() && !function.isIntrinsic() &&
                      !record::is_c_mathematics(std::string_view(function.getName()));
    if (!acts) return;
    for (const auto kind : {llvm::Attribute::Memory, llvm::Attribute::WillReturn})
      function.removeFnAttr(kind);
    for (llvm::User* user : function.users())
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(user))
        for (const auto kind : {llvm::Attribute::Memory, llvm::Attribute::WillReturn})
          call->removeFnAttr(kind);
  }

  static bool is_known(const llvm::Function& function) {
    if (function.getIntrinsicID() == llvm::Intrinsic::nvvm_barrier0) return true;
    for (const auto& [intrinsic, at] : places)
      if (function.getIntrinsicID() == intrinsic) return true;
    if (function.isIntrinsic()) return !function.getName().starts_with("llvm.nvvm.");
    const std::string_view name = function.getName();
    return record::is_c_mathematics(name) || record::is_executable(name);
  }

  // Other threads of the block are heard of there.
  static bool meets(const llvm::Function& function) {
    const llvm::StringRef name = function.getName();
    return function.getIntrinsicID() == llvm::Intrinsic::nvvm_barrier0 ||
           name.starts_with("gpumodel.barrier.") || name.starts_with("gpumodel.shuffle.") ||
           name.starts_with("gpumodel.vote.") || name == "gpumodel.nothing.warp" ||
           name == "gpumodel.nothing.sleep";
  }

  template <class Visit>
  static void reach(llvm::Function& from, const Visit& visit) {
    std::set<const llvm::Function*> seen{&from};
    std::vector<llvm::Function*> open{&from};
    while (!open.empty()) {
      llvm::Function* function = open.back();
      open.pop_back();
      visit(*function);
      for (const llvm::Instruction& instruction : llvm::instructions(*function)) {
        const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        if (call == nullptr) continue;
        llvm::Function* called = call->getCalledFunction();
        if (called != nullptr && seen.insert(called).second) open.push_back(called);
      }
    }
  }

  static std::string why_not(llvm::Function& kernel) {
    std::string why;
    reach(kernel, [&](llvm::Function& function) {
      if (function.hasFnAttribute(does_not_compile)) why = "it does not compile";
      if (function.isDeclaration() && !is_known(function))
        why = "it calls " + readable(std::string(function.getName()));
      for (const llvm::Instruction& instruction : llvm::instructions(function)) {
        const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        if (call == nullptr || call->getCalledFunction() != nullptr) continue;
        why = call->isInlineAsm() ? "it has inline PTX" : "it calls through a pointer";
      }
    });
    return why;
  }

  static std::string readable(const std::string& name) {
    for (const auto& [stem, what] :
         {std::pair{"gpumodel.tex", "textures"}, std::pair{"gpumodel.path.", "textures"},
          std::pair{"gpumodel.grid", "barriers of the whole grid"},
          std::pair{"gpumodel.clock", "the clock"}, std::pair{"gpumodel.tensor", "tensor cores"},
          std::pair{"gpumodel.atomic", "atomics of half"}})
      if (name.rfind(stem, 0) == 0) return what;
    return name;
  }

  // Threads of a warp that talk through volatile memory go on together: each access is a step.
  void step_at_volatile() {
    std::vector<llvm::Instruction*> all;
    for (llvm::Function& function : module_)
      for (llvm::Instruction& instruction : llvm::instructions(function))
        if (instruction.isVolatile()) all.push_back(&instruction);
    if (all.empty()) return;
    step_ = llvm::cast<llvm::Function>(
        module_
            .getOrInsertFunction("__gpumodel_step",
                                 llvm::FunctionType::get(llvm::Type::getVoidTy(context_), false))
            .getCallee());
    for (llvm::Instruction* each : all)
      llvm::CallInst::Create(step_->getFunctionType(), step_, "", each->getNextNode());
  }

  void lower(llvm::Function& function) {
    for (const auto& [intrinsic, at] : places)
      if (function.getIntrinsicID() == intrinsic) return lower_place(function, at);
    if (function.getIntrinsicID() == llvm::Intrinsic::nvvm_barrier0) {
      llvm::Value* made =
          module_.getOrInsertFunction("__gpumodel_barrier", function.getFunctionType()).getCallee();
      function.replaceAllUsesWith(made);
      return meeting(*llvm::cast<llvm::Function>(made));
    }
    if (function.isIntrinsic() || &function == step_) return;
    std::string name = function.getName().str();
    if (!record::is_executable(name)) return;
    if (meets(function)) meeting(function);
    constexpr std::string_view own = "gpumodel.";
    if (name.starts_with(own)) name.erase(0, own.size());
    std::ranges::replace(name, '.', '_');
    function.setName("__gpumodel_" + name);
  }

  void meeting(llvm::Function& function) { meetings_.insert(&function); }

  void lower_place(llvm::Function& function, unsigned at) {
    auto* word = llvm::Type::getInt32Ty(context_);
    auto* all = llvm::ArrayType::get(word, std::size(places));
    llvm::Constant* place = module_.getOrInsertGlobal("__gpumodel_place", all);
    llvm::cast<llvm::GlobalVariable>(place)->setThreadLocalMode(of_a_core);
    for (llvm::User* user : llvm::make_early_inc_range(function.users())) {
      auto* call = llvm::cast<llvm::CallInst>(user);
      llvm::IRBuilder<> build(call);
      call->replaceAllUsesWith(
          build.CreateLoad(word, build.CreateConstInBoundsGEP2_32(all, place, 0, at)));
      call->eraseFromParent();
    }
  }

  // Variables of the device are where the host's code has their shadows; dynamic shared memory is
  // where the runtime says. Both are known when the application runs.
  void find_variables() {
    for (const char* list : {"llvm.used", "llvm.compiler.used"})
      if (llvm::GlobalVariable* used = module_.getNamedGlobal(list)) used->eraseFromParent();
    std::vector<llvm::GlobalVariable*> all;
    for (llvm::GlobalVariable& each : module_.globals()) all.push_back(&each);
    for (llvm::GlobalVariable* each : all) {
      if (each->getName() == "__gpumodel_place") continue;
      const bool shared = each->getAddressSpace() == shared_memory;
      if (shared && !each->isDeclaration()) {
        each->setInitializer(llvm::Constant::getNullValue(each->getValueType()));
        each->setThreadLocalMode(of_a_core);
        each->setLinkage(llvm::GlobalValue::InternalLinkage);
        each->setComdat(nullptr);
      } else if (shared) {
        through(*each, slot("__gpumodel_dynamic", false));
      } else if (each->isExternallyInitialized()) {
        Variable& variable = variables_[each->getName().str()];
        variable.slot = slot("", true);
        through(*each, variable.slot);
        if (each->isDeclaration()) continue;
        // What it begins with; of constants, which no host's code registers, all there is.
        each->setLinkage(llvm::GlobalValue::InternalLinkage);
        each->setComdat(nullptr);
        if (llvm::isa<llvm::UndefValue>(each->getInitializer()))
          each->setInitializer(llvm::Constant::getNullValue(each->getValueType()));
        variable.bytes = module_.getDataLayout().getTypeAllocSize(each->getValueType());
        variable.slot->setInitializer(
            llvm::ConstantExpr::getPointerCast(each, variable.slot->getValueType()));
      }
    }
  }

  llvm::GlobalVariable* slot(const std::string& name, bool own) {
    auto* type = llvm::PointerType::get(context_, 0);
    if (llvm::GlobalVariable* known = name.empty() ? nullptr : module_.getNamedGlobal(name))
      return known;
    auto* made = new llvm::GlobalVariable(
        module_, type, false,
        own ? llvm::GlobalValue::InternalLinkage : llvm::GlobalValue::ExternalLinkage,
        own ? llvm::ConstantPointerNull::get(type) : nullptr, name);
    if (!own) made->setThreadLocalMode(of_a_core);
    return made;
  }

  // Expressions of a constant where they are used.
  static void to_instructions(llvm::Constant& constant) {
    for (llvm::User* user : llvm::make_early_inc_range(constant.users())) {
      auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(user);
      if (expression == nullptr) continue;
      to_instructions(*expression);
      for (llvm::Use& use : llvm::make_early_inc_range(expression->uses())) {
        auto* at = llvm::dyn_cast<llvm::Instruction>(use.getUser());
        if (at == nullptr) continue;
        if (auto* phi = llvm::dyn_cast<llvm::PHINode>(at))
          at = phi->getIncomingBlock(use)->getTerminator();
        llvm::Instruction* made = expression->getAsInstruction();
        made->insertBefore(at);
        use.set(made);
      }
      if (expression->use_empty()) expression->destroyConstant();
    }
  }

  void through(llvm::GlobalVariable& variable, llvm::GlobalVariable* slot) {
    to_instructions(variable);
    std::map<llvm::Function*, llvm::Value*> made;
    for (llvm::Use& use : llvm::make_early_inc_range(variable.uses())) {
      auto* instruction = llvm::dyn_cast<llvm::Instruction>(use.getUser());
      if (instruction == nullptr) continue;
      llvm::Function* function = instruction->getFunction();
      llvm::Value*& value = made[function];
      if (value == nullptr) {
        llvm::IRBuilder<> build(&*function->getEntryBlock().getFirstInsertionPt());
        value = build.CreateLoad(llvm::PointerType::get(context_, 0), slot);
        if (variable.getAddressSpace() != 0)
          value = build.CreateAddrSpaceCast(value, variable.getType());
        users_[function].insert(variable.getName().str());
      }
      use.set(value);
    }
  }

  llvm::Constant* text(const std::string& value) {
    auto* data = llvm::ConstantDataArray::getString(context_, value);
    return new llvm::GlobalVariable(module_, data->getType(), true,
                                    llvm::GlobalValue::PrivateLinkage, data);
  }

  static bool is_shared(const llvm::Value* pointer) {
    for (;;) {
      if (pointer->getType()->getPointerAddressSpace() == shared_memory) return true;
      const auto* step = llvm::dyn_cast<llvm::Operator>(pointer);
      const bool leads_on = step != nullptr && (llvm::isa<llvm::GEPOperator>(step) ||
                                                llvm::isa<llvm::AddrSpaceCastOperator>(step));
      if (!leads_on) return false;
      pointer = step->getOperand(0);
    }
  }

  // Whether what it does depends on which block comes first: sums of floating-point numbers, what
  // was there before an atomic, and text. Whole numbers add up in any order, and shared memory is
  // the block's own.
  static bool depends_on_order(const llvm::Function& function) {
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr || call->getCalledFunction() == nullptr) continue;
      const llvm::StringRef name = call->getCalledFunction()->getName();
      if (name == "__gpumodel_vprintf") return true;
      if (!name.starts_with("__gpumodel_atomic_") || is_shared(call->getArgOperand(0))) continue;
      const bool joins = name.contains("_add_") || name.contains("_sub_") ||
                         name.contains("_max_") || name.contains("_min_") ||
                         name.contains("_and_") || name.contains("_or_") || name.contains("_xor_");
      const bool whole = !name.ends_with("f32") && !name.ends_with("f64");
      if (!joins || !whole || !call->use_empty()) return true;
    }
    return false;
  }

  // void body(void** arguments)
  llvm::Function* wrapper(llvm::Function& kernel) {
    auto* pointer = llvm::PointerType::get(context_, 0);
    auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(context_), {pointer}, false);
    auto* made = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage,
                                        "__gpumodel_body." + name_of(kernel), module_);
    llvm::IRBuilder<> build(llvm::BasicBlock::Create(context_, "", made));
    std::vector<llvm::Value*> values;
    for (llvm::Argument& argument : kernel.args()) {
      llvm::Value* at = build.CreateLoad(
          pointer, build.CreateConstInBoundsGEP1_32(pointer, made->getArg(0), argument.getArgNo()));
      if (!argument.hasByValAttr()) {
        llvm::Type* taken = argument.getType();
        const bool truth = taken->isIntegerTy(1);
        at = build.CreateLoad(truth ? llvm::Type::getInt8Ty(context_) : taken, at);
        if (truth) at = build.CreateTrunc(at, taken);
      }
      values.push_back(at);
    }
    auto* call = build.CreateCall(&kernel, values);
    call->setAttributes(kernel.getAttributes());
    build.CreateRetVoid();
    return made;
  }

  // "256 1 1 taken_12 i_rounds"
  std::string block_and_names() const {
    std::string all;
    for (const auto& extent : counting_->block) all += std::to_string(extent.value_or(1)) + " ";
    for (const std::string& name : counting_->names) all += name + " ";
    return all;
  }

  // The runtime knows what there is before main begins.
  void register_all() {
    const auto flag = [&](bool is) {
      return llvm::ConstantInt::get(llvm::Type::getInt32Ty(context_), is ? 1 : 0);
    };
    auto* none = llvm::Type::getVoidTy(context_);
    auto* pointer = llvm::PointerType::get(context_, 0);
    auto* word = llvm::Type::getInt32Ty(context_);
    const auto add_body = module_.getOrInsertFunction("__gpumodel_add_body", none, pointer, pointer,
                                                      word, word, pointer, pointer);
    const auto add_counting = module_.getOrInsertFunction(
        "__gpumodel_add_counting", none, pointer, pointer, word, word, pointer, pointer, pointer);
    const auto add_variable = module_.getOrInsertFunction(
        "__gpumodel_add_variable", none, pointer, pointer, llvm::Type::getInt64Ty(context_));
    auto* all =
        llvm::Function::Create(llvm::FunctionType::get(none, false),
                               llvm::GlobalValue::InternalLinkage, "__gpumodel_all", module_);
    llvm::IRBuilder<> build(llvm::BasicBlock::Create(context_, "", all));
    for (const auto& [name, variable] : variables_)
      build.CreateCall(add_variable, {text(name), variable.slot, build.getInt64(variable.bytes)});
    for (llvm::Function* kernel : kernels_) {
      if (reasons_.contains(name_of(*kernel))) continue;
      bool together = false, in_order = false;
      std::string used;
      reach(*kernel, [&](llvm::Function& function) {
        together = together || meetings_.contains(&function) || &function == step_;
        in_order = in_order || depends_on_order(function);
        for (const std::string& each : users_[&function]) used += each + " ";
      });
      std::vector<llvm::Value*> said = {
          text(name_of(*kernel)), wrapper(*kernel), flag(together),
          flag(in_order),         text(used),       text(uses_[kernel])};
      if (counting_ == nullptr) {
        build.CreateCall(add_body, said);
        continue;
      }
      said.push_back(text(block_and_names()));
      build.CreateCall(add_counting, said);
    }
    build.CreateRetVoid();
    llvm::appendToGlobalCtors(module_, all, 1000);
  }

  void tidy() {
    std::set<llvm::Function*> bad;
    for (llvm::Function* kernel : kernels_)
      if (reasons_.contains(name_of(*kernel))) bad.insert(kernel);
    for (llvm::Function& function : module_) {
      function.removeFnAttr(llvm::Attribute::OptimizeNone);
      if (function.isDeclaration() || function.getName() == "__gpumodel_all") continue;
      if (bad.contains(&function)) {
        function.deleteBody();
        continue;
      }
      function.setComdat(nullptr);
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
      function.removeFnAttr(llvm::Attribute::NoInline);
    }
    if (llvm::NamedMDNode* annotations = module_.getNamedMetadata("nvvm.annotations"))
      annotations->eraseFromParent();
    llvm::StripDebugInfo(module_);
  }

  llvm::Module& module_;
  llvm::LLVMContext& context_;
  const CountingBody* counting_;
  std::vector<llvm::Function*> kernels_;
  Reasons reasons_;
  llvm::Function* step_ = nullptr;
  std::set<const llvm::Function*> meetings_;
  std::map<const llvm::Function*, std::string> uses_;
  // Variables of the device: where their place will stand, and the bytes of what they begin with.
  struct Variable {
    llvm::GlobalVariable* slot = nullptr;
    std::uint64_t bytes = 0;
  };
  std::map<std::string, Variable> variables_;
  std::map<const llvm::Function*, std::set<std::string>> users_;
};

// Half precision in instructions, where the processor has them: functions of a library take most of
// the time of a kernel otherwise. Results are the same.
std::string half_of_processor() {
  llvm::StringMap<bool> features;
#if LLVM_VERSION_MAJOR >= 19
  features = llvm::sys::getHostCPUFeatures();
#else
  llvm::sys::getHostCPUFeatures(features);
#endif
  return features.lookup("f16c") ? "+f16c" : "";
}

std::unique_ptr<llvm::TargetMachine> host_machine() {
  LLVMInitializeNativeTarget();
  LLVMInitializeNativeAsmPrinter();
  const std::string triple = llvm::sys::getProcessTriple();
  std::string error;
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (target == nullptr) throw std::runtime_error("no code for this machine: " + error);
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(triple, "", half_of_processor(), {}, llvm::Reloc::PIC_));
}

void write_object(llvm::Module& module, llvm::TargetMachine& machine, const std::string& path) {
  std::error_code error;
  llvm::raw_fd_ostream out(path, error, llvm::sys::fs::OF_None);
  if (error) throw std::runtime_error(path + ": " + error.message());
#if LLVM_VERSION_MAJOR >= 18
  constexpr auto object = llvm::CodeGenFileType::ObjectFile;
#else
  constexpr auto object = llvm::CGFT_ObjectFile;
#endif
  llvm::legacy::PassManager passes;
  machine.addPassesToEmitFile(passes, out, nullptr, object);
  passes.run(module);
}

void write_for_host(llvm::Module& module, const std::string& path) {
  const auto machine = host_machine();
  module.setTargetTriple(machine->getTargetTriple().str());
  module.setDataLayout(machine->createDataLayout());
  run(module, machine.get(), nullptr);
  write_object(module, *machine, path);
}

}  // namespace

std::map<std::string, std::string> compile_bodies(const HostRequest& request,
                                                  const std::vector<LaunchableKernel>& kernels) {
  Compiled compiled = compile({request.file, request.options, {}, request.beside});
  llvm::Module& module = *compiled.module;
  Reasons reasons = Bodies(module, kernels).make();
  for (const LaunchableKernel& each : kernels) {
    const llvm::Function* made = module.getFunction(each.mangled);
    if (made == nullptr) reasons.try_emplace(each.mangled, "it does not compile");
  }
  write_for_host(module, request.object);
  return reasons;
}

std::string compile_counting(llvm::Function& kernel, const CountingBody& body) {
  llvm::Module& module = *kernel.getParent();
  LaunchableKernel only;
  only.mangled = kernel.getName().str();
  const Reasons reasons = Bodies(module, {only}, &body).make();
  if (const auto why = reasons.find(only.mangled); why != reasons.end()) return why->second;
  write_for_host(module, body.object);
  return {};
}

}  // namespace gpumodel::describe
