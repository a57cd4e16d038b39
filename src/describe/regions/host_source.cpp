#include "src/describe/regions/host_source.hpp"

#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/ADT/StringExtras.h>

#include <algorithm>
#include <deque>

#include "src/describe/front/invocation.hpp"
#include "src/describe/regions/directive.hpp"
#include "src/describe/regions/left_out.hpp"
#include "src/describe/regions/nest_reader.hpp"

namespace gpumodel::describe {
namespace {

// The line that a mark claims to stand on tells its region from all others: clang names the
// function by it.
constexpr unsigned first_number = 1'000'000;

// A change of the text: what stands from `offset` on makes room.
struct Change {
  unsigned file = 0, offset = 0, removed = 0;
  std::string added;
};

struct Pragmas {
  std::vector<Directive> acc;
  std::vector<clang::FileID> files;  // that have some
  std::vector<Change> hidden;        // directives of OpenMP, which would be obeyed
};

// The line at `offset`, with those that continue it; comments are left out.
std::string whole_line(llvm::StringRef text, unsigned offset, unsigned& length) {
  std::string line;
  std::size_t i = offset;
  for (; i < text.size() && text[i] != '\n'; ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == '\n' || text[i + 1] == '\r')) {
      i = text.find('\n', i);
      line += ' ';
      if (i == llvm::StringRef::npos) break;
      continue;
    }
    line += text[i] == '\r' ? ' ' : text[i];
  }
  length = static_cast<unsigned>(std::min(i, text.size()) - offset);
  line = line.substr(0, line.find("//"));
  for (std::size_t begin; (begin = line.find("/*")) != std::string::npos;) {
    const std::size_t end = line.find("*/", begin + 2);
    line.replace(begin, end == std::string::npos ? end : end + 2 - begin, " ");
  }
  return line;
}

class PragmaReader : public clang::PPCallbacks {
 public:
  PragmaReader(clang::CompilerInstance& compiler, Pragmas& found)
      : preprocessor_(compiler.getPreprocessor()), found_(found) {}

  void PragmaDirective(clang::SourceLocation at, clang::PragmaIntroducerKind kind) override {
    const clang::SourceManager& sources = preprocessor_.getSourceManager();
    if (kind != clang::PIK_HashPragma || !at.isFileID() || sources.isInSystemHeader(at)) return;
    const auto [file, offset] = sources.getDecomposedLoc(at);
    unsigned length = 0;
    const std::string line = whole_line(sources.getBufferData(file), offset, length);
    const std::size_t word = line.find_first_not_of(" \t", line.find("pragma") + 6);
    if (word == std::string::npos) return;
    const std::string_view rest = std::string_view(line).substr(word);
    if (rest.starts_with("omp")) found_.hidden.push_back({file.getHashValue(), offset, length, {}});
    if (!rest.starts_with("acc") || (rest.size() > 3 && rest[3] != ' ' && rest[3] != '\t')) return;
    Directive directive = read_directive(expanded(std::string(rest.substr(3))));
    directive.place = place_of(at, sources);
    directive.file = file.getHashValue();
    if (std::ranges::find(found_.files, file) == found_.files.end()) found_.files.push_back(file);
    directive.offset = offset;
    found_.acc.push_back(std::move(directive));
  }

 private:
  // With macros that are numbers or names replaced by what they are.
  std::string expanded(const std::string& text) const {
    std::string result, word;
    for (const char c : text + " ") {
      if (in_word(c)) {
        word += c;
        continue;
      }
      result += meaning(word, 8);
      word.clear();
      result += c;
    }
    return result;
  }
  std::string meaning(const std::string& word, int depth) const {
    if (word.empty() || depth == 0) return word;
    const clang::MacroInfo* macro =
        preprocessor_.getMacroInfo(&preprocessor_.getIdentifierTable().get(word));
    if (macro == nullptr || macro->isFunctionLike()) return word;
    std::string result;
    for (const clang::Token& token : macro->tokens())
      result += meaning(preprocessor_.getSpelling(token), depth - 1);
    return result;
  }

  clang::Preprocessor& preprocessor_;
  Pragmas& found_;
};

bool stores_to_array(const clang::Stmt& statement) {
  const clang::Expr* target = nullptr;
  if (const auto* assigned = llvm::dyn_cast<clang::BinaryOperator>(&statement);
      assigned != nullptr && assigned->isAssignmentOp())
    target = assigned->getLHS();
  if (const auto* counted = llvm::dyn_cast<clang::UnaryOperator>(&statement);
      counted != nullptr && counted->isIncrementDecrementOp())
    target = counted->getSubExpr();
  if (target != nullptr) {
    target = target->IgnoreParenCasts();
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(target))
      target = member->getBase()->IgnoreParenCasts();
    const auto* through = llvm::dyn_cast<clang::UnaryOperator>(target);
    if (llvm::isa<clang::ArraySubscriptExpr, clang::CXXOperatorCallExpr>(target) ||
        (through != nullptr && through->getOpcode() == clang::UO_Deref))
      return true;
  }
  return llvm::any_of(statement.children(), [](const clang::Stmt* each) {
    return each != nullptr && stores_to_array(*each);
  });
}

class RegionFinder : public clang::RecursiveASTVisitor<RegionFinder> {
 public:
  RegionFinder(clang::ASTContext& context, const Pragmas& pragmas, HostSource& result,
               std::vector<Change>& changes)
      : context_(context), pragmas_(pragmas), result_(result), changes_(changes) {}

  bool VisitFunctionDecl(clang::FunctionDecl* function) {
    take_routine(*function);
    const clang::Stmt* body = function->getBody();
    if (body == nullptr || !function->doesThisDeclarationHaveABody() || !offset_of(*body))
      return true;
    statements_.clear();
    list(*body);
    std::ranges::stable_sort(statements_, {}, &std::pair<unsigned, const clang::Stmt*>::first);
    const clang::SourceManager& sources = context_.getSourceManager();
    file_ = sources.getFileID(sources.getExpansionLoc(body->getBeginLoc()));
    functions_.push_back({function, file_, body, {}});
    const unsigned begin = *offset_of(*body);
    const unsigned end = sources.getFileOffset(sources.getExpansionLoc(body->getEndLoc()));
    for (const Directive& directive : pragmas_.acc) {
      if (directive.file != file_.getHashValue() || directive.offset < begin ||
          directive.offset > end)
        continue;
      const auto next = std::ranges::find_if(
          statements_, [&](const auto& each) { return each.first > directive.offset; });
      if (next == statements_.end()) continue;
      attach(directive, *next->second);
      functions_.back().statements.insert(next->second);
    }
    return true;
  }

  // Once it is known what all directives are about: a construct may call a function that has some.
  void finish() {
    const NestReader reader(context_, attached_, routines_);
    for (const Function& each : functions_) {
      function_ = each.declaration->getNameAsString();
      file_ = each.file;
      const bool main_file = file_ == context_.getSourceManager().getMainFileID();
      for (const clang::Stmt* statement : each.statements) {
        const Directive& directive = *attached_.at(statement);
        if (directive.construct == "atomic") mark(*statement, "atomic" + behind(directive));
        if (!directive.computes()) continue;
        const std::size_t before = result_.regions.size();
        add(reader, directive, *statement);
        if (!main_file) continue;
        Announcement made = announcement_of(context_, *each.declaration, directive, *statement);
        for (std::size_t i = before; i < result_.regions.size(); ++i)
          made.regions.push_back(result_.regions[i].place.line);
        result_.announcements.push_back(std::move(made));
      }
      if (!result_.has_directives && main_file) add_plain(reader, *each.body);
    }
  }

 private:
  // Where a directive in front of it says that its loops are shared out.
  void take_routine(const clang::FunctionDecl& function) {
    const clang::SourceManager& sources = context_.getSourceManager();
    const auto [file, offset] =
        sources.getDecomposedLoc(sources.getExpansionLoc(function.getBeginLoc()));
    unsigned& last = last_function_[file.getHashValue()];
    for (const Directive& each : pragmas_.acc) {
      const bool in_front = each.construct == "routine" && each.file == file.getHashValue() &&
                            each.offset >= last && each.offset < offset;
      if (in_front && (each.find("vector") != nullptr || each.find("worker") != nullptr ||
                       each.find("gang") != nullptr))
        routines_.insert(function.getCanonicalDecl());
    }
    last = offset;
  }

  // A construct around a loop that has a directive of its own, or one in another, without braces:
  // both are about the same statement, as if they were one.
  void attach(const Directive& directive, const clang::Stmt& statement) {
    const auto [found, first] = attached_.try_emplace(&statement, &directive);
    if (first) return;
    const Directive& outer = *found->second;
    const bool of_loop = outer.computes() && directive.construct == "loop";
    const bool with_data = outer.construct == "data" && directive.computes();
    found->second = &directive;
    if (!of_loop && !with_data) return;
    Directive& joined = joined_.emplace_back(of_loop ? outer : directive);
    const Directive& other = of_loop ? directive : outer;
    joined.loop = joined.loop || of_loop;
    joined.clauses.insert(joined.clauses.end(), other.clauses.begin(), other.clauses.end());
    found->second = &joined;
  }

  static std::string behind(const Directive& directive) {
    return directive.clauses.empty() ? "" : " " + directive.clauses.front().name;
  }

  std::optional<unsigned> offset_of(const clang::Stmt& statement) const {
    const clang::SourceManager& sources = context_.getSourceManager();
    const clang::SourceLocation at = sources.getExpansionLoc(statement.getBeginLoc());
    if (!at.isValid() || sources.isInSystemHeader(at)) return std::nullopt;
    return sources.getFileOffset(at);
  }

  void list(const clang::Stmt& statement) {
    if (const auto offset = offset_of(statement)) statements_.emplace_back(*offset, &statement);
    for (const clang::Stmt* each : statement.children())
      if (each != nullptr) list(*each);
  }

  void add(const NestReader& reader, const Directive& directive, const clang::Stmt& statement) {
    try {
      for (FoundRegion& found : reader.regions(directive, statement)) {
        add_data_around(found);
        reader.take_shared(found);
        add(std::move(found));
      }
    } catch (const Failure& failure) {
      result_.refused.insert(result_.refused.end(), failure.diagnostics.begin(),
                             failure.diagnostics.end());
    }
  }

  void add(FoundRegion found) {
    std::string clauses;
    for (const auto* mapped : {&found.region.reductions, &found.region.shared})
      if (!mapped->empty()) clauses += " map(tofrom: " + llvm::join(*mapped, ", ") + ")";
    if (!found.region.own.empty())
      clauses += " private(" + llvm::join(found.region.own, ", ") + ")";
    found.region.function = function_;
    found.region.number = first_number + static_cast<unsigned>(result_.regions.size());
    mark(*found.statement, "target" + clauses, found.region.number);
    result_.regions.push_back(std::move(found.region));
  }

  // Copies of data constructs around a region are its own where it does not state them.
  void add_data_around(FoundRegion& found) const {
    const clang::SourceManager& sources = context_.getSourceManager();
    for (const auto& [statement, directive] : attached_) {
      if (directive->construct != "data") continue;
      const clang::SourceRange range = statement->getSourceRange();
      const clang::SourceLocation at = found.statement->getBeginLoc();
      if (sources.isBeforeInTranslationUnit(at, range.getBegin()) ||
          sources.isBeforeInTranslationUnit(range.getEnd(), at))
        continue;
      add_copies(*directive, found.region);
    }
  }

  void add_plain(const NestReader& reader, const clang::Stmt& statement) {
    for (const clang::Stmt* each : statement.children()) {
      if (each == nullptr) continue;
      const auto* loop = llvm::dyn_cast<clang::ForStmt>(each);
      if (loop != nullptr && offset_of(*loop) && !loop->getBeginLoc().isMacroID() &&
          stores_to_array(*loop)) {
        add(reader.plain(*loop));
      } else {
        add_plain(reader, *each);
      }
    }
  }

  // The construct stands on lines of its own; what follows keeps its line and its column.
  void mark(const clang::Stmt& statement, const std::string& construct, unsigned number = 1) {
    const auto offset = offset_of(statement);
    if (!offset) return;
    const Place at = place_of(statement.getBeginLoc(), context_.getSourceManager());
    changes_.push_back({file_.getHashValue(), *offset, 0,
                        "\n#line " + std::to_string(number) + "\n#pragma omp " + construct +
                            "\n#line " + std::to_string(at.line) + "\n" +
                            std::string(at.column - 1, ' ')});
  }

  struct Function {
    const clang::FunctionDecl* declaration = nullptr;
    clang::FileID file;  // that its body stands in
    const clang::Stmt* body = nullptr;
    std::set<const clang::Stmt*> statements;  // that directives are about
  };

  clang::ASTContext& context_;
  const Pragmas& pragmas_;
  HostSource& result_;
  std::vector<Change>& changes_;
  std::vector<Function> functions_;
  std::string function_;
  clang::FileID file_;
  std::vector<std::pair<unsigned, const clang::Stmt*>> statements_;  // by offset, outer ones first
  Attached attached_;
  Routines routines_;
  std::map<unsigned, unsigned> last_function_;  // where it begins, by file
  std::deque<Directive> joined_;                // addresses stay
};

class HostAction : public clang::ASTFrontendAction {
 public:
  HostAction(const std::string& file, HostSource& result, std::vector<std::string>& missing)
      : file_(file), result_(result), missing_(missing) {}

 protected:
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    collect_missing_includes(compiler, missing_);
    compiler.getPreprocessor().addPPCallbacks(std::make_unique<PragmaReader>(compiler, pragmas_));
    return true;
  }
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance&,
                                                        llvm::StringRef) override {
    return std::make_unique<Consumer>(*this);
  }

 private:
  class Consumer : public clang::ASTConsumer {
   public:
    explicit Consumer(HostAction& action) : action_(action) {}
    void HandleTranslationUnit(clang::ASTContext& context) override { action_.read(context); }

   private:
    HostAction& action_;
  };

  void read(clang::ASTContext& context) {
    result_.has_directives = std::ranges::any_of(pragmas_.acc, &Directive::computes);
    std::vector<Change> changes = pragmas_.hidden;
    RegionFinder finder(context, pragmas_, result_, changes);
    finder.TraverseDecl(context.getTranslationUnitDecl());
    finder.finish();
    const clang::SourceManager& sources = context.getSourceManager();
    std::ranges::stable_sort(changes, std::greater(), &Change::offset);
    const auto add = [&](clang::FileID file, const std::string& name) {
      std::string text = sources.getBufferData(file).str();
      for (const Change& change : changes) {
        if (change.file != file.getHashValue()) continue;
        for (unsigned i = 0; i < change.removed; ++i)
          if (char& c = text[change.offset + i]; c != '\n') c = ' ';
        text.insert(change.offset, change.added);
      }
      result_.marked.try_emplace(name, std::move(text));
    };
    add(sources.getMainFileID(), file_);
    for (const clang::FileID header : pragmas_.files)
      if (const auto name = sources.getNonBuiltinFilenameForID(header)) add(header, name->str());
  }

  std::string file_;
  HostSource& result_;
  std::vector<std::string>& missing_;
  Pragmas pragmas_;
};

}  // namespace

std::vector<std::string> host_arguments(const CompileRequest& request,
                                        const std::vector<std::string>& more) {
  const bool c = request.file.ends_with(".c");
  std::vector<std::string> all = {c ? "clang" : "clang++",
                                  "-O1",
                                  "-w",
                                  "-g",
                                  "-fno-math-errno",
                                  "-ffp-contract=fast",
                                  "-fno-discard-value-names",
                                  "-resource-dir",
                                  GPUMODEL_CLANG_RESOURCES,
                                  "-D_OPENACC=201711"};
  const auto folder = [&](const char* how, const char* name) {
    all.insert(all.end(), {how, std::string(prelude_folder) + name});
  };
  if (c) folder("-isystem", "/host-c");  // the others are of C++
  folder("-isystem", "");
  folder("-idirafter", "/after");  // where the machine has none
  // As GCC and nvc take them.
  for (const char* each : {"-Wno-implicit-int", "-Wno-implicit-function-declaration",
                           "-Wno-int-conversion", "-Wno-incompatible-function-pointer-types"})
    if (c) all.emplace_back(each);
  if (!c) all.emplace_back("-Drestrict=__restrict__");
  all.insert(all.end(), more.begin(), more.end());
  bool standard = false;
  for (const std::string& option : request.options) {
    standard = standard || option.starts_with("-std=") || option.starts_with("--std=");
    all.push_back(option);
  }
  if (!standard) all.emplace_back(c ? "-std=gnu17" : "-std=gnu++17");
  all.push_back(request.file);
  return all;
}

HostSource read_host_source(const CompileRequest& request) {
  constexpr int most_rounds = 30;  // what is left out may be needed elsewhere
  HostSource result;
  LeftOut left;
  std::vector<Diagnostic> faults;
  for (int round = 0;; ++round) {
    result = {};
    std::vector<std::string> missing;
    Messages messages;
    HostAction action(request.file, result, missing);
    const Invocation invocation{host_arguments(request, {"-fsyntax-only"}), request.file,
                                left.texts};
    if (invoke(invocation, action, messages)) break;
    if (round == 0) {
      faults = missing_includes(request.file, missing);  // may be why
      std::ranges::move(messages.all(), std::back_inserter(faults));
    }
    if (messages.fatal || round == most_rounds || !leave_out(messages.all(), left))
      throw Failure{std::move(faults), 3};
  }
  if (!left.said.empty() && !result.has_directives) throw Failure{std::move(faults), 3};
  result.said = std::move(left.said);
  result.unknown = std::move(left.names);
  for (auto& [name, text] : left.texts) result.marked.try_emplace(name, std::move(text));
  const auto before = [](const Region& a, const Region& b) {
    return std::pair(a.place.line, a.place.column) < std::pair(b.place.line, b.place.column);
  };
  std::ranges::stable_sort(result.regions, before);
  return result;
}

}  // namespace gpumodel::describe
