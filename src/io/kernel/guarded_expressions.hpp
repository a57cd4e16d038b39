// Expressions in YAML's flow style.
//
//   load: [U[i][j-1], U[i][j+1]]        read: {c: col[k]}        for: {k: 0..min(n, 8)}
//
// There YAML takes every bracket and comma for one of its own. A '[' right behind a word or an
// index is never that, nor is a comma between the parentheses of a call: these, and the ']' that
// belong to them, become bytes that no text file holds (see text_file.hpp) before YAML reads the
// file, and what they were in what it gives back. One byte for one: lines and columns stay true.
// Wherever these characters mean nothing to YAML (block style, quotes) going there and back changes
// nothing.
#pragma once

#include <string>

namespace gpumodel {

std::string guard_expressions(std::string text);
void unguard_expressions(std::string& text);

}  // namespace gpumodel
