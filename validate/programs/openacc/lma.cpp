// Matrix-vector products of LFRic's local matrix assembly: a cell per gang, its layers and degrees
// of freedom by vectors. In one launch per colour, whose cells share nothing, or in one for all
// cells. Everything is on the device. Sizes are those of the kernels lma-inlined and lma-single.
#include "validate/programs/openacc/program.hpp"

namespace {

constexpr int nlayers = 40, ndf1 = 27, ndf2 = 24;

struct Mesh {
  int ncells;
  const double *matrix, *x;
  double* lhs;
  const int *map1, *map2;  // first layer of a degree of freedom of a cell

  explicit Mesh(gpumodel::OpenAccProgram& p)
      : ncells(p.value("ncells")),
        matrix(p.buffer<double>("matrix")),
        x(p.buffer<double>("x")),
        lhs(p.buffer<double>("lhs")),
        map1(p.table("map1", std::int64_t{ncells} * ndf1, first_layer)),
        map2(p.table("map2", std::int64_t{ncells} * ndf2, first_layer)) {}

  static std::int64_t first_layer(std::int64_t pair) { return pair * nlayers; }
};

// Cells cells[0] to cells[count - 1].
void multiply(const Mesh& mesh, int count, const int* cells) {
  const double *matrix = mesh.matrix, *x = mesh.x;
  double* lhs = mesh.lhs;
  const int *map1 = mesh.map1, *map2 = mesh.map2;
  const std::int64_t rows = std::int64_t{mesh.ncells} * ndf1;
  const std::int64_t columns = std::int64_t{mesh.ncells} * ndf2;
#pragma acc parallel loop gang vector_length(128) async(0)                                        \
    present(matrix[0 : rows * ndf2 * nlayers], x[0 : columns * nlayers], lhs[0 : rows * nlayers], \
                map1[0 : rows], map2[0 : columns], cells[0 : count])
  for (int i = 0; i < count; ++i) {
#pragma acc loop vector collapse(2)
    for (int k = 0; k < nlayers; ++k) {
      for (int df = 0; df < ndf1; ++df) {
        const std::int64_t cell = cells[i], ik = cell * nlayers + k;
        double sum = 0.0;
        for (int df2 = 0; df2 < ndf2; ++df2) {
          sum += matrix[df + ndf1 * (df2 + ndf2 * ik)] * x[map2[cell * ndf2 + df2] + k];
        }
        double* target = lhs + map1[cell * ndf1 + df] + k;
#pragma acc atomic update
        *target += sum;
      }
    }
  }
}

// Each cell is in one colour: both programs leave the same.
void check(const gpumodel::OpenAccProgram& p) {
  const auto expected = [&](std::int64_t place) {
    const std::int64_t k = place % nlayers, df = place / nlayers % ndf1;
    const std::int64_t cell = place / nlayers / ndf1;
    double sum = p.start<double>("lhs", place);
    for (std::int64_t df2 = 0; df2 < ndf2; ++df2) {
      sum += p.start<double>("matrix", df + ndf1 * (df2 + ndf2 * (cell * nlayers + k))) *
             p.start<double>("x", (cell * ndf2 + df2) * nlayers + k);
    }
    return sum;
  };
  p.expect<double>("lhs", 1e-12, expected);
}

}  // namespace

GPUMODEL_OPENACC_PROGRAM("lma-colours", nothing, check, p) {
  const Mesh mesh(p);
  const int colours = p.value("colours"), per_colour = mesh.ncells / colours;
  const int* cells = p.table("cells", mesh.ncells, [=](std::int64_t i) {
    return i % per_colour * colours + i / per_colour;  // colour by colour
  });
  for (int colour = 0; colour < colours; ++colour) {
    multiply(mesh, per_colour, cells + colour * per_colour);
  }
#pragma acc wait
}

GPUMODEL_OPENACC_PROGRAM("lma-once", nothing, check, p) {
  const Mesh mesh(p);
  const int* cells = p.table("cells", mesh.ncells, [](std::int64_t i) { return i; });
  multiply(mesh, mesh.ncells, cells);
#pragma acc wait
}
