// Must not compile with the include folder of the engine, which does not know the layers above.
#include "src/input/mapping.hpp"

int main() {
  return 0;
}
