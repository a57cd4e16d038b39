// The variables of a thread program, and where each is known: from its definition to the end of the
// list of statements it stands in.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/io/text/yaml_tree.hpp"

namespace gpumodel {

class Variables {
 public:
  struct Variable {
    std::string name;
    std::size_t index = 0;  // in the order of definition
    int line = 0;
  };

  // Looks for definitions anywhere below `node`, so that a use out of scope can be told from a
  // misspelt name.
  void look_for_definitions(const Node& node);
  // The line of a definition that was found so.
  std::optional<int> line_of(std::string_view name) const;

  const Variable& define(const std::string& name, int line);
  // What the name stands for here, or nullptr.
  const Variable* find(std::string_view name) const;
  const std::vector<Variable>& known() const { return known_; }

  // What was defined since an object of this class was made is unknown after it.
  class Scope {
   public:
    explicit Scope(Variables& variables) : variables_(variables), outer_(variables.known_.size()) {}
    ~Scope() { variables_.known_.resize(outer_); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Variables& variables_;
    std::size_t outer_;
  };

 private:
  std::vector<Variable> known_;
  std::size_t defined_ = 0;
  std::map<std::string, int, std::less<>> definitions_;  // first line by name
};

}  // namespace gpumodel
