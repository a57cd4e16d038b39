// Must compile with the include folder of the engine.
#include "models/predict.hpp"

int main() {
  return gpumodel::models().empty() ? 1 : 0;
}
