// The options of every method as a struct, for `tanda::fit`. Made by `./dev docs` from the methods' own
// descriptors: change those, not this file. \code
//   tanda::MpTsimrOptions method;
//   method.neighbors = 10;
//   const auto model = tanda::fit(*table, method);
// \endcode
#pragma once

#include <array>
#include <tuple>

#include "tanda/detail/small/choices.hpp"

namespace tanda {

// clang-format off

/// For a parameter that says so: the method chooses.
inline constexpr double automatic = -1;

/// Values of `pairs`.
enum class Pairs : unsigned char { point, class_, global };

/// Values of `kernel`.
enum class Kernel : unsigned char { rbf, poly, linear, laplace, cosine };

/// Values of `geodesic`.
enum class Geodesic : unsigned char { auto_, true_, false_ };

/// Principal component analysis. Keeps the directions of largest variance. Pearson, Philosophical Magazine
/// 2(11), 1901.
struct PcaOptions {
  /// The method's id.
  static constexpr const char* id = "pca";
  /// All of them, in this order.
  std::array<double, 0> values() const { return {}; }
};

/// Linear discriminant analysis. Spreads class means apart relative to the scatter within classes. Fisher,
/// Annals of Eugenics 7(2), 1936.
struct LdaOptions {
  /// The method's id.
  static constexpr const char* id = "lda";
  /// Regularisation: B + ridge·tr(B)/d·I; 0 is the paper's form. 0 to 1000.
  double ridge = 0.1;
  /// Scaling of the directions.
  Columns columns = Columns::b_normal;
  /// All of them, in this order.
  std::array<double, 2> values() const { return {double(ridge), double(columns)}; }
};

/// Uncorrelated linear discriminant analysis. LDA whose features are uncorrelated; needs no ridge, even with
/// fewer samples than features. Ye, Journal of Machine Learning Research 6, 2005.
struct UldaOptions {
  /// The method's id.
  static constexpr const char* id = "ulda";
  /// Scaling of the directions.
  Columns columns = Columns::b_normal;
  /// All of them, in this order.
  std::array<double, 1> values() const { return {double(columns)}; }
};

/// Locality preserving projections. Keeps near samples near; needs no labels. He and Niyogi, NIPS 16, 2003.
struct LppOptions {
  /// The method's id.
  static constexpr const char* id = "lpp";
  /// Neighbours of each sample. 1 to 10000.
  int neighbors = 5;
  /// Width of exp(-distance²/heat); 0 = mean squared length of the edges. 0 to 1e+30.
  double heat = 0;
  /// Regularisation: B + ridge·tr(B)/d·I; 0 is the paper's form. 0 to 1000.
  double ridge = 0;
  /// Scaling of the directions.
  Columns columns = Columns::b_normal;
  /// All of them, in this order.
  std::array<double, 4> values() const { return {double(neighbors), double(heat), double(ridge), double(columns)}; }
};

/// Neighbourhood preserving embedding. Keeps the weights that rebuild each sample from its neighbours; needs
/// no labels. He, Cai, Yan and Zhang, ICCV, 2005.
struct NpeOptions {
  /// The method's id.
  static constexpr const char* id = "npe";
  /// Neighbours of each sample. 1 to 10000.
  int neighbors = 7;
  /// Regularisation: B + ridge·tr(B)/d·I; 0 is the paper's form. 0 to 1000.
  double ridge = 0;
  /// Scaling of the directions.
  Columns columns = Columns::b_normal;
  /// All of them, in this order.
  std::array<double, 3> values() const { return {double(neighbors), double(ridge), double(columns)}; }
};

/// Linear local tangent space alignment. Aligns the local tangent coordinates of all samples; needs no
/// labels. Zhang, Yang, Zhao and Ge, Neurocomputing 70, 2007.
struct LltsaOptions {
  /// The method's id.
  static constexpr const char* id = "lltsa";
  /// Neighbours of each sample. 1 to 10000.
  int neighbors = 10;
  /// Dimensions of the tangent spaces; 0 = by energy. 0 to 10000.
  int tangent_dims = 0;
  /// Part of the local variance the tangent spaces hold. 0 to 1.
  double energy = 0.95;
  /// Regularisation: B + ridge·tr(B)/d·I; 0 is the paper's form. 0 to 1000.
  double ridge = 0;
  /// Scaling of the directions.
  Columns columns = Columns::b_normal;
  /// All of them, in this order.
  std::array<double, 5> values() const { return {double(neighbors), double(tangent_dims), double(energy), double(ridge), double(columns)}; }
};

/// Marginal Fisher analysis. Pulls same-class neighbours together, pushes marginal pairs of classes apart.
/// Yan et al., IEEE TPAMI 29(1), 2007.
struct MfaOptions {
  /// The method's id.
  static constexpr const char* id = "mfa";
  /// Same-class neighbours of each sample. 1 to 10000.
  int neighbors = 5;
  /// Neighbours in other classes, or pairs. 1 to 1000000.
  int between = 5;
  /// What `between` counts: neighbours of each sample, shortest pairs of each class, or of all.
  Pairs pairs = Pairs::point;
  /// Weights exp(-distance²/heat) on both graphs; 0 = none, all edges alike. 0 to 1e+30.
  double heat = 0;
  /// Regularisation: B + ridge·tr(B)/d·I; 0 is the paper's form. 0 to 1000.
  double ridge = 0.1;
  /// Scaling of the directions.
  Columns columns = Columns::b_normal;
  /// All of them, in this order.
  std::array<double, 6> values() const { return {double(neighbors), double(between), double(pairs), double(heat), double(ridge), double(columns)}; }
};

/// Locality sensitive discriminant analysis. Maximises the margin between classes in each neighbourhood. Cai,
/// He, Zhou, Han and Bao, IJCAI, 2007.
struct LsdaOptions {
  /// The method's id.
  static constexpr const char* id = "lsda";
  /// Neighbours of each sample, in its class and in the others. 1 to 10000.
  int neighbors = 5;
  /// Weight of pushing apart against holding together. 0 to 1.
  double alpha = 0.1;
  /// One list of neighbours cut by label (the original) instead of two lists.
  bool split = false;
  /// Regularisation: B + ridge·tr(B)/d·I; 0 is the paper's form. 0 to 1000.
  double ridge = 1;
  /// Scaling of the directions.
  Columns columns = Columns::b_normal;
  /// All of them, in this order.
  std::array<double, 5> values() const { return {double(neighbors), double(alpha), double(split), double(ridge), double(columns)}; }
};

/// Local Fisher discriminant analysis. LDA that keeps clusters inside a class where they are. Sugiyama,
/// Journal of Machine Learning Research 8, 2007.
struct LfdaOptions {
  /// The method's id.
  static constexpr const char* id = "lfda";
  /// Values of `graph`.
  enum class Graph : unsigned char { class_, all };
  /// Neighbour whose distance is the local scale, and edges of the sparse graph. 1 to 10000.
  int neighbors = 7;
  /// Neighbours within the class, or regardless of class.
  Graph graph = Graph::class_;
  /// Affinities between neighbours only, not between all pairs of a class.
  bool sparse = true;
  /// Regularisation: B + ridge·tr(B)/d·I; 0 is the paper's form. 0 to 1000.
  double ridge = 0.1;
  /// Scaling of the directions.
  Columns columns = Columns::b_normal;
  /// All of them, in this order.
  std::array<double, 5> values() const { return {double(neighbors), double(graph), double(sparse), double(ridge), double(columns)}; }
};

/// Discriminant neighbourhood embedding. Pulls same-class neighbours and pushes other-class neighbours;
/// orthonormal directions. Zhang, Xue, Lu and Guo, Pattern Recognition 39(11), 2006.
struct DneOptions {
  /// The method's id.
  static constexpr const char* id = "dne";
  /// Values of `graph`.
  enum class Graph : unsigned char { mixed, separate };
  /// Neighbours of each sample. 1 to 10000.
  int neighbors = 5;
  /// One list of neighbours cut by label, or two lists.
  Graph graph = Graph::mixed;
  /// Keep directions of positive eigenvalue only; there may be fewer than asked for.
  bool positive = false;
  /// All of them, in this order.
  std::array<double, 3> values() const { return {double(neighbors), double(graph), double(positive)}; }
};

/// Locality-based discriminant neighbourhood embedding. DNE in which nearer neighbours count more. Gou and
/// Zhang, The Computer Journal 56(9), 2013.
struct LdneOptions {
  /// The method's id.
  static constexpr const char* id = "ldne";
  /// Values of `graph`.
  enum class Graph : unsigned char { mixed, separate };
  /// Neighbours of each sample. 1 to 10000.
  int neighbors = 5;
  /// One list of neighbours cut by label, or two lists.
  Graph graph = Graph::mixed;
  /// Width of exp(-distance²/heat); 0 = mean squared length of the edges. 0 to 1e+30.
  double heat = 0;
  /// Keep directions of positive eigenvalue only; there may be fewer than asked for.
  bool positive = false;
  /// All of them, in this order.
  std::array<double, 4> values() const { return {double(neighbors), double(graph), double(heat), double(positive)}; }
};

/// Double adjacency graphs-based discriminant neighbourhood embedding. DNE with a list of same-class and a
/// list of other-class neighbours for every sample. Ding and Zhang, Pattern Recognition 48(5), 2015.
struct DagDneOptions {
  /// The method's id.
  static constexpr const char* id = "dag_dne";
  /// Neighbours of each sample, in its class and in the others. 1 to 10000.
  int neighbors = 5;
  /// Keep directions of positive eigenvalue only; there may be fewer than asked for.
  bool positive = false;
  /// All of them, in this order.
  std::array<double, 2> values() const { return {double(neighbors), double(positive)}; }
};

/// DAG-DNE with appropriate points choosing. Pulls the farthest members of a class, pushes the nearest of the
/// others. Wang and Ding, Journal of Supercomputing 75(2), 2019.
struct AppsDagDneOptions {
  /// The method's id.
  static constexpr const char* id = "apps_dag_dne";
  /// Farthest samples of the class and nearest of the others, for each sample. 1 to 10000.
  int neighbors = 5;
  /// Keep directions of positive eigenvalue only; there may be fewer than asked for.
  bool positive = false;
  /// All of them, in this order.
  std::array<double, 2> values() const { return {double(neighbors), double(positive)}; }
};

/// Discriminative locality alignment. Aligns local patches that pull same-class neighbours and push others;
/// orthonormal directions. Zhang, Tao, Li and Yang, IEEE TKDE 21(9), 2009.
struct DlaOptions {
  /// The method's id.
  static constexpr const char* id = "dla";
  /// Same-class neighbours of each sample. 1 to 10000.
  int neighbors = 5;
  /// Other-class neighbours of each sample. 1 to 1000000.
  int between = 5;
  /// Weight of the other-class neighbours. 0 to 1000.
  double beta = 0.5;
  /// Weights exp(-distance²/heat) on both graphs; 0 = none, all edges alike. 0 to 1e+30.
  double heat = 0;
  /// All of them, in this order.
  std::array<double, 4> values() const { return {double(neighbors), double(between), double(beta), double(heat)}; }
};

/// Signed Laplacian embedding. Sets each class against the rest with a signed graph; one block of columns per
/// class. Gong, Tao, Yang and Fu, AAAI, 2014.
struct SleOptions {
  /// The method's id.
  static constexpr const char* id = "sle";
  /// Values of `weights`.
  enum class Weights : unsigned char { plain, balanced, side };
  /// ±1; 1/n_side within and -1/n across; 1/n_side within and -1 across (performs badly).
  Weights weights = Weights::plain;
  /// All of them, in this order.
  std::array<double, 1> values() const { return {double(weights)}; }
};

/// Laplacian linear discriminant analysis. LDA that changes little between neighbours; unlabelled samples
/// help, and it can choose its own weight. Chen, Ye and Li, CVPR 2007.
struct LapldaOptions {
  /// The method's id.
  static constexpr const char* id = "laplda";
  /// Values of `graph`.
  enum class Graph : unsigned char { heat, class_ };
  /// Weight of smoothness on the graph; auto = by cross-validation of 1-NN errors. 0 to 1000000000000, or
  /// tanda::automatic.
  double lambda = 1;
  /// Heat weights between neighbours of any class, or 1/n_c between all members of a class.
  Graph graph = Graph::heat;
  /// Neighbours of each sample in the graph. 1 to 10000.
  int neighbors = 5;
  /// Width of exp(-distance²/heat); 0 = mean squared length of the edges. 0 to 1e+30.
  double heat = 0;
  /// Values of lambda = auto, even in log from 1e-6 to 1e6. 1 to 100000.
  int candidates = 1024;
  /// Parts of the cross-validation of lambda = auto. 2 to 100.
  int folds = 5;
  /// All of them, in this order.
  std::array<double, 6> values() const { return {double(lambda), double(graph), double(neighbors), double(heat), double(candidates), double(folds)}; }
};

/// Kernel Laplacian linear discriminant analysis. LapLDA in the feature space of a kernel; the model keeps
/// its samples or landmarks. Chen, Ye and Li, CVPR 2007; the kernel form is their future work.
struct KernelLapldaOptions {
  /// The method's id.
  static constexpr const char* id = "kernel_laplda";
  /// Values of `graph`.
  enum class Graph : unsigned char { heat, class_ };
  /// Rbf = exp(-distance²/width); poly = (product/width + 1)^degree; linear = product; laplace =
  /// exp(-Σ|difference|/width); cosine = product/(length·length).
  Kernel kernel = Kernel::rbf;
  /// Width of the kernel; 0 = twice the total variance; of sums of |differences|, twice the total mean
  /// deviation. 0 to 1e+30.
  double kernel_width = 0;
  /// Degree of the polynomial kernel. 1 to 10.
  int degree = 2;
  /// Samples that carry the expansion (Nyström); 0 = all. 0 to 100000.
  int landmarks = 0;
  /// Weight of smoothness on the graph; auto = by cross-validation of 1-NN errors. 0 to 1000000000000, or
  /// tanda::automatic.
  double lambda = 1;
  /// Heat weights between neighbours of any class, or 1/n_c between all members of a class.
  Graph graph = Graph::heat;
  /// Neighbours of each sample in the graph, in feature space. 1 to 10000.
  int neighbors = 5;
  /// Width of exp(-distance²/heat); 0 = mean squared length of the edges. 0 to 1e+30.
  double heat = 0;
  /// Values of lambda = auto, even in log from 1e-6 to 1e6. 1 to 100000.
  int candidates = 1024;
  /// Parts of the cross-validation of lambda = auto. 2 to 100.
  int folds = 5;
  /// All of them, in this order.
  std::array<double, 10> values() const { return {double(kernel), double(kernel_width), double(degree), double(landmarks), double(lambda), double(graph), double(neighbors), double(heat), double(candidates), double(folds)}; }
};

/// Least-squares dimension reduction. Keeps what the features say about the class, linear or not, by
/// maximising an estimate of their mutual information. Suzuki and Sugiyama, Neural Computation 25(3), 2013.
struct LsdrOptions {
  /// The method's id.
  static constexpr const char* id = "lsdr";
  /// Kernels that model the density ratio, at samples chosen at random. 2 to 2000.
  int centers = 100;
  /// Starting points: discriminant directions, principal axes, then random. 1 to 100.
  int restarts = 3;
  /// Gradient steps from each starting point, at most. 0 to 10000.
  int iterations = 40;
  /// Samples the information is estimated from, chosen at random when there are more. 10 to 1000000.
  int samples = 2000;
  /// All of them, in this order.
  std::array<double, 4> values() const { return {double(centers), double(restarts), double(iterations), double(samples)}; }
};

/// Local tangent space discriminant analysis. Separates classes while forgiving movement along each class's
/// own manifold. Zhou and Sun, Neural Processing Letters 43(3), 2016.
struct TsdOptions {
  /// The method's id.
  static constexpr const char* id = "tsd";
  /// Values of `graph`.
  enum class Graph : unsigned char { knn, lfda };
  /// Same-class neighbours of each sample. 1 to 10000.
  int neighbors = 5;
  /// Neighbours in other classes, or pairs. 1 to 1000000.
  int between = 5;
  /// What `between` counts: neighbours of each sample, shortest pairs of each class, or of all.
  Pairs pairs = Pairs::point;
  /// Weights within a class: one per neighbour, or affinities with local scaling.
  Graph graph = Graph::knn;
  /// Ridge on the direction and the tangent vectors. 0 to 1000000000000.
  double gamma = 0.1;
  /// Dimensions of the tangent spaces; 0 = by energy. 0 to 10000.
  int tangent_dims = 0;
  /// Part of the local variance the tangent spaces hold. 0 to 1.
  double energy = 1;
  /// Part of the samples whose tangent terms are summed, to stand for all; 1 = exact. 0.001 to 1.
  double subsample = 1;
  /// Gamma as printed in the paper; otherwise in units of tr(S)/d.
  bool absolute = false;
  /// Scaling of the directions.
  Columns columns = Columns::b_normal;
  /// All of them, in this order.
  std::array<double, 10> values() const { return {double(neighbors), double(between), double(pairs), double(graph), double(gamma), double(tangent_dims), double(energy), double(subsample), double(absolute), double(columns)}; }
};

/// Kernel local tangent space discriminant analysis. TSD in the feature space of a kernel; the model keeps
/// its samples or landmarks. Zhou and Sun, Neural Processing Letters 43(3), 2016.
struct KernelTsdOptions {
  /// The method's id.
  static constexpr const char* id = "kernel_tsd";
  /// Values of `graph`.
  enum class Graph : unsigned char { knn, lfda };
  /// Rbf = exp(-distance²/width); poly = (product/width + 1)^degree; linear = product; laplace =
  /// exp(-Σ|difference|/width); cosine = product/(length·length).
  Kernel kernel = Kernel::rbf;
  /// Width of the kernel; 0 = twice the total variance; of sums of |differences|, twice the total mean
  /// deviation. 0 to 1e+30.
  double kernel_width = 0;
  /// Degree of the polynomial kernel. 1 to 10.
  int degree = 2;
  /// Samples that carry the expansion (Nyström); 0 = all. 0 to 100000.
  int landmarks = 0;
  /// Same-class neighbours of each sample, in feature space. 1 to 10000.
  int neighbors = 5;
  /// Neighbours in other classes, or pairs. 1 to 1000000.
  int between = 5;
  /// What `between` counts: neighbours of each sample, shortest pairs of each class, or of all.
  Pairs pairs = Pairs::point;
  /// Weights within a class: one per neighbour, or affinities with local scaling.
  Graph graph = Graph::knn;
  /// Ridge on the direction and the tangent vectors. 0 to 1000000000000.
  double gamma = 0.1;
  /// Dimensions of the tangent spaces; 0 = by energy. 0 to 10000.
  int tangent_dims = 0;
  /// Part of the local variance the tangent spaces hold. 0 to 1.
  double energy = 1;
  /// Part of the samples whose tangent terms are summed, to stand for all; 1 = exact. 0.001 to 1.
  double subsample = 1;
  /// Gamma as printed in the paper; otherwise in units of tr(S)/d.
  bool absolute = false;
  /// Scaling of the directions.
  Columns columns = Columns::b_normal;
  /// All of them, in this order.
  std::array<double, 14> values() const { return {double(kernel), double(kernel_width), double(degree), double(landmarks), double(neighbors), double(between), double(pairs), double(graph), double(gamma), double(tangent_dims), double(energy), double(subsample), double(absolute), double(columns)}; }
};

/// Pairwise-variate manifold partition discriminant analysis. TSD whose tangent vectors vary smoothly from
/// neighbour to neighbour. Zhou and Sun, IEEE Transactions on Cybernetics 47(4), 2017.
struct PmpdaOptions {
  /// The method's id.
  static constexpr const char* id = "pmpda";
  /// Values of `graph`.
  enum class Graph : unsigned char { class_, all };
  /// Neighbours that make the tangent spaces, the local scale and the graph. 1 to 10000.
  int neighbors = 7;
  /// Neighbours whose affinities soften the push between classes: of the class, or of any (the paper's form).
  Graph graph = Graph::class_;
  /// Affinities between neighbours only, not between all pairs of a class.
  bool sparse = true;
  /// Ridge on the direction and the tangent vectors. 0 to 1000000000000.
  double alpha = 0.1;
  /// Weight of keeping neighbouring tangent vectors alike. 0 to 1000000000000.
  double gamma = 1;
  /// Dimensions of the tangent spaces; 0 = by energy. 0 to 10000.
  int tangent_dims = 0;
  /// Part of the local variance the tangent spaces hold. 0 to 1.
  double energy = 0.95;
  /// Alpha and gamma as printed in the paper; otherwise in units of the data.
  bool absolute = false;
  /// Scaling of the directions.
  Columns columns = Columns::b_normal;
  /// All of them, in this order.
  std::array<double, 9> values() const { return {double(neighbors), double(graph), double(sparse), double(alpha), double(gamma), double(tangent_dims), double(energy), double(absolute), double(columns)}; }
};

/// Manifold partition discriminant analysis. Cuts each class into nearly flat patches and forgives movement
/// along them. Zhou and Sun, IEEE Transactions on Cybernetics 47(4), 2017.
struct MpdaOptions {
  /// The method's id.
  static constexpr const char* id = "mpda";
  /// Values of `graph`.
  enum class Graph : unsigned char { class_, all };
  /// Neighbours that make the local scale and the graph. 1 to 10000.
  int neighbors = 7;
  /// Neighbours whose affinities soften the push between classes: of the class, or of any (the paper's form).
  Graph graph = Graph::class_;
  /// Affinities between neighbours only, not between all pairs of a class.
  bool sparse = true;
  /// Ridge on the direction and the tangent vectors. 0 to 1000000000000.
  double alpha = 0.1;
  /// Weight of keeping neighbouring tangent vectors alike. 0 to 1000000000000.
  double gamma = 1;
  /// Dimensions of the tangent spaces; 0 = by energy. 0 to 10000.
  int tangent_dims = 0;
  /// Part of the local variance the tangent spaces hold. 0 to 1.
  double energy = 0.95;
  /// Neighbours of the graph that patches follow. 1 to 10000.
  int patch_neighbors = 6;
  /// Most samples of a patch. 1 to 1000000.
  int patch_size = 10;
  /// Partition along the manifold, or through space; auto = along up to 2000 samples a class.
  Geodesic geodesic = Geodesic::auto_;
  /// Partition so many samples of each class only, the others follow; 0 = all. 0 to 1000000.
  int partition_samples = 0;
  /// Cut through space into large parts first, then partition each.
  bool coarse_first = false;
  /// Only the centres of patches are compared, each for all its samples (section 3.6).
  bool anchors = false;
  /// Look only where classes differ: in the range of the between scatter (section 3.6).
  bool two_stage = false;
  /// Alpha and gamma as printed in the paper; otherwise in units of the data.
  bool absolute = false;
  /// Scaling of the directions.
  Columns columns = Columns::b_normal;
  /// All of them, in this order.
  std::array<double, 16> values() const { return {double(neighbors), double(graph), double(sparse), double(alpha), double(gamma), double(tangent_dims), double(energy), double(patch_neighbors), double(patch_size), double(geodesic), double(partition_samples), double(coarse_first), double(anchors), double(two_stage), double(absolute), double(columns)}; }
};

/// Linear parallel field embedding. Finds functions whose gradient fields are parallel along each class. Lin,
/// He, Zhang and Ji, Journal of Machine Learning Research 14, 2013.
struct LpfeOptions {
  /// The method's id.
  static constexpr const char* id = "lpfe";
  /// Same-class neighbours of each sample. 1 to 10000.
  int neighbors = 5;
  /// Dimensions of the tangent spaces; 0 = by energy. 0 to 10000.
  int tangent_dims = 0;
  /// Part of the local variance the tangent spaces hold. 0 to 1.
  double energy = 0.95;
  /// All of them, in this order.
  std::array<double, 3> values() const { return {double(neighbors), double(tangent_dims), double(energy)}; }
};

/// LPFE on a manifold partition. LPFE with one tangent space per nearly flat patch of a class. Zhou and Sun,
/// IEEE Transactions on Cybernetics 47(4), 2017.
struct MpLpfeOptions {
  /// The method's id.
  static constexpr const char* id = "mp_lpfe";
  /// Same-class neighbours of each sample. 1 to 10000.
  int neighbors = 5;
  /// Dimensions of the tangent spaces; 0 = by energy. 0 to 10000.
  int tangent_dims = 0;
  /// Part of the local variance the tangent spaces hold. 0 to 1.
  double energy = 0.95;
  /// Neighbours of the graph that patches follow. 1 to 10000.
  int patch_neighbors = 6;
  /// Most samples of a patch. 1 to 1000000.
  int patch_size = 10;
  /// Partition along the manifold, or through space; auto = along up to 2000 samples a class.
  Geodesic geodesic = Geodesic::auto_;
  /// Partition so many samples of each class only, the others follow; 0 = all. 0 to 1000000.
  int partition_samples = 0;
  /// Cut through space into large parts first, then partition each.
  bool coarse_first = false;
  /// All of them, in this order.
  std::array<double, 8> values() const { return {double(neighbors), double(tangent_dims), double(energy), double(patch_neighbors), double(patch_size), double(geodesic), double(partition_samples), double(coarse_first)}; }
};

/// Linear tangent space intrinsic manifold regularisation. Finds linear functions that are linear along the
/// manifold too; needs no labels. Sun, IEEE ChinaSIP, 2013.
struct LtsimrOptions {
  /// The method's id.
  static constexpr const char* id = "ltsimr";
  /// Neighbours of each sample. 1 to 10000.
  int neighbors = 10;
  /// Weight of keeping neighbouring tangent vectors alike. 0 to 1000000000000.
  double gamma = 1;
  /// Dimensions of the tangent spaces; 0 = by energy. 0 to 10000.
  int tangent_dims = 0;
  /// Part of the local variance the tangent spaces hold. 0 to 1.
  double energy = 0.95;
  /// Scaling of the directions.
  Columns columns = Columns::b_normal;
  /// All of them, in this order.
  std::array<double, 5> values() const { return {double(neighbors), double(gamma), double(tangent_dims), double(energy), double(columns)}; }
};

/// LTSIMR on a manifold partition. LTSIMR with one tangent space per nearly flat patch; needs no labels. Zhou
/// and Sun, IEEE Transactions on Cybernetics 47(4), 2017.
struct MpLtsimrOptions {
  /// The method's id.
  static constexpr const char* id = "mp_ltsimr";
  /// Neighbours of each sample. 1 to 10000.
  int neighbors = 10;
  /// Weight of keeping neighbouring tangent vectors alike. 0 to 1000000000000.
  double gamma = 1;
  /// Dimensions of the tangent spaces; 0 = by energy. 0 to 10000.
  int tangent_dims = 0;
  /// Part of the local variance the tangent spaces hold. 0 to 1.
  double energy = 0.95;
  /// Neighbours of the graph that patches follow. 1 to 10000.
  int patch_neighbors = 6;
  /// Most samples of a patch. 1 to 1000000.
  int patch_size = 10;
  /// Partition along the manifold, or through space; auto = along up to 2000 samples a class.
  Geodesic geodesic = Geodesic::auto_;
  /// Partition so many samples of each class only, the others follow; 0 = all. 0 to 1000000.
  int partition_samples = 0;
  /// Cut through space into large parts first, then partition each.
  bool coarse_first = false;
  /// Scaling of the directions.
  Columns columns = Columns::b_normal;
  /// All of them, in this order.
  std::array<double, 10> values() const { return {double(neighbors), double(gamma), double(tangent_dims), double(energy), double(patch_neighbors), double(patch_size), double(geodesic), double(partition_samples), double(coarse_first), double(columns)}; }
};

/// Tangent space intrinsic manifold regularisation. Unrolls a manifold; embeds its training set only and
/// needs no labels. Sun, IEEE ChinaSIP, 2013.
struct TsimrOptions {
  /// The method's id.
  static constexpr const char* id = "tsimr";
  /// Neighbours of each sample. 1 to 10000.
  int neighbors = 10;
  /// Weight of keeping neighbouring tangent vectors alike. 0 to 1000000000000.
  double gamma = 1;
  /// Dimensions of the tangent spaces; 0 = by energy. 0 to 10000.
  int tangent_dims = 0;
  /// Part of the local variance the tangent spaces hold. 0 to 1.
  double energy = 0.95;
  /// All of them, in this order.
  std::array<double, 4> values() const { return {double(neighbors), double(gamma), double(tangent_dims), double(energy)}; }
};

/// TSIMR on a manifold partition. TSIMR with one tangent space per nearly flat patch; embeds its training set
/// only. Zhou and Sun, IEEE Transactions on Cybernetics 47(4), 2017.
struct MpTsimrOptions {
  /// The method's id.
  static constexpr const char* id = "mp_tsimr";
  /// Neighbours of each sample. 1 to 10000.
  int neighbors = 10;
  /// Weight of keeping neighbouring tangent vectors alike. 0 to 1000000000000.
  double gamma = 1;
  /// Dimensions of the tangent spaces; 0 = by energy. 0 to 10000.
  int tangent_dims = 0;
  /// Part of the local variance the tangent spaces hold. 0 to 1.
  double energy = 0.95;
  /// Neighbours of the graph that patches follow. 1 to 10000.
  int patch_neighbors = 6;
  /// Most samples of a patch. 1 to 1000000.
  int patch_size = 10;
  /// Partition along the manifold, or through space; auto = along up to 2000 samples a class.
  Geodesic geodesic = Geodesic::auto_;
  /// Partition so many samples of each class only, the others follow; 0 = all. 0 to 1000000.
  int partition_samples = 0;
  /// Cut through space into large parts first, then partition each.
  bool coarse_first = false;
  /// All of them, in this order.
  std::array<double, 9> values() const { return {double(neighbors), double(gamma), double(tangent_dims), double(energy), double(patch_neighbors), double(patch_size), double(geodesic), double(partition_samples), double(coarse_first)}; }
};

namespace detail {
using EveryMethod = std::tuple<PcaOptions, LdaOptions, UldaOptions, LppOptions, NpeOptions, LltsaOptions, MfaOptions, LsdaOptions,
LfdaOptions, DneOptions, LdneOptions, DagDneOptions, AppsDagDneOptions, DlaOptions, SleOptions, LapldaOptions,
KernelLapldaOptions, LsdrOptions, TsdOptions, KernelTsdOptions, PmpdaOptions, MpdaOptions, LpfeOptions,
MpLpfeOptions, LtsimrOptions, MpLtsimrOptions, TsimrOptions, MpTsimrOptions>;
}  // namespace detail
// clang-format on

}  // namespace tanda
