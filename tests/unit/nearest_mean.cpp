#include "tanda/detail/nearest_mean.hpp"

#include <cmath>
#include <vector>

#include "models.hpp"
#include "ut.hpp"

namespace nearest_mean_test {
using namespace ut;
using tanda::ModelView;
using Bytes = std::vector<std::uint8_t>;

struct Opened {
  Bytes bytes;
  ModelView view;
  explicit Opened(const tanda::internal::Model& model) : bytes(*tanda::internal::encode(model)) {
    expect(ModelView::open(bytes.data(), bytes.size(), view) == tanda::Code::ok);
  }
};

const suite nearest_mean_suite{[] {
  "class means are the means of the reference points"_test = [] {
    const tanda::internal::Model model = models::make(tanda::Rule::neighbors);
    const Opened opened(model);
    float means[9];
    expect(tanda::class_means(opened.view, means));
    for (tanda::internal::Index c = 0; c < 3; ++c) {
      Eigen::Vector3d sum = Eigen::Vector3d::Zero();
      int count = 0;
      for (tanda::internal::Index i = 0; i < 7; ++i) {
        if (model.labels()[std::size_t(i)] != c) continue;
        sum += model.references().col(i).cast<double>();
        ++count;
      }
      for (tanda::internal::Index j = 0; j < 3; ++j)
        expect(std::fabs(double(means[c * 3 + j]) - sum[j] / count) < 1e-6) << c << j;
    }
  };

  "large points do not overflow and empty classes never win"_test = [] {
    models::Parts model = models::make(tanda::Rule::neighbors);
    model.references.setConstant(3e38f);
    for (auto& label : model.labels) label = label == 1 ? 2 : label;
    const Opened opened(model);
    float means[9];
    expect(tanda::class_means(opened.view, means));
    expect(means[0] == 3e38f && means[8] == 3e38f && std::isinf(means[3]) && std::isinf(means[5]));
    const float near[3] = {0, 0, 0}, wild[3] = {INFINITY, -INFINITY, NAN};
    const float with_a_gap[9] = {5, 5, 5, INFINITY, INFINITY, INFINITY, 1, 1, 1};
    expect(tanda::nearest_mean(near, with_a_gap, 3, 3) == 2);
    expect(tanda::nearest_mean(wild, with_a_gap, 3, 3) == 0);
  };

  "without labelled points there are no means"_test = [] {
    float means[9] = {7, 7, 7, 7, 7, 7, 7, 7, 7};
    expect(!tanda::class_means(Opened(models::make(tanda::Rule::none)).view, means));
    const Opened unlabelled(models::make_embedding(false));
    expect(!tanda::class_means(unlabelled.view, means) && means[0] == 7 && means[8] == 7);
    models::Parts all_unlabelled = models::make_embedding(true);
    for (auto& label : all_unlabelled.labels) label = -1;
    expect(!tanda::class_means(Opened(all_unlabelled).view, means) && means[0] == 7);
    const Opened some(models::make_embedding(true));
    expect(tanda::class_means(some.view, means) && means[0] != 7);
  };

  "the nearest mean wins, of equally near ones the lower class"_test = [] {
    const double means[6] = {0, 0, 4, 0, 0, 4};
    const double first[2] = {1, 1}, second[2] = {3, 1}, third[2] = {0, 3}, middle[2] = {2, 0},
                 top[2] = {2, 2.1};
    expect(tanda::nearest_mean(first, means, 3, 2) == 0 && tanda::nearest_mean(second, means, 3, 2) == 1);
    expect(tanda::nearest_mean(third, means, 3, 2) == 2 && tanda::nearest_mean(middle, means, 3, 2) == 0);
    expect(tanda::nearest_mean(top, means, 3, 2) == 2);
  };
}};
}  // namespace nearest_mean_test
