// What the C++ front door refuses, and its messages.
#include <cmath>
#include <limits>
#include <vector>

#include "front.hpp"

namespace front_errors_test {
using namespace front_support;
using tanda::Code;

const suite front_errors_suite = [] {
  "words and values that make no sense"_test = [] {
    const auto table = wine<float>();
    refuses(tanda::fit(table, "lfd").status(), Code::unknown_method, "lfda");
    refuses(tanda::fit(table, "lfda", {{"neighbours", "5"}}).status(), Code::unknown_parameter, "neighbors");
    refuses(tanda::fit(table, "lfda", {{"neighbors", "five"}}).status(), Code::bad_parameter, "five");
    refuses(tanda::fit(table, tanda::LfdaOptions{0}).status(), Code::bad_parameter, "neighbors");
    tanda::LdaOptions lda;
    for (const double ridge : {-1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
      lda.ridge = ridge;
      refuses(tanda::fit(table, lda).status(), Code::bad_parameter, "ridge");
    }
    lda = {};
    lda.columns = static_cast<tanda::Columns>(99);
    refuses(tanda::fit(table, lda).status(), Code::bad_parameter, "columns");
    const auto wrong = [&](auto change, const char* part) {
      tanda::FitOptions how;
      change(how);
      refuses(tanda::fit(table, "lda", {}, how).status(), Code::bad_argument, part);
    };
    wrong([](auto& how) { how.dims = -1; }, "dims");
    wrong([](auto& how) { how.threads = 0; }, "threads");
    wrong([](auto& how) { how.pca.dims = -2; }, "pca");
    wrong([](auto& how) { how.pca.energy = 1.5; }, "pca");
    wrong([](auto& how) { how.pca.energy = std::nan(""); }, "pca");
    wrong([](auto& how) { how.pca = {3, 0.5}; }, "pca");
    wrong([](auto& how) { how.classifier = "knn:0"; }, "classifier");
    wrong([](auto& how) { how.classifier = "forest"; }, "classifier");
  };

  "samples that make no sense"_test = [] {
    float x[] = {0, 0, 1, 0.5f, 0, 1, 6, 5, 5, 6, 6, 6.5f};
    int labels[] = {0, 0, 0, 1, 1, 1};
    const auto fitted = [&](const tanda::Dataset<float>& data) { return tanda::fit(data, "lda").status(); };
    expect(bool(fitted(tanda::view(x, 6, 2, labels))));
    refuses(fitted(tanda::view<float>(nullptr, 6, 2, labels)), Code::bad_argument, "null");
    refuses(fitted(tanda::view(x, 0, 2, labels)), Code::empty_data, "");
    refuses(fitted(tanda::view(x, 6, 0, labels)), Code::empty_data, "");
    refuses(fitted(tanda::Table<float>()), Code::empty_data, "");
    refuses(fitted(tanda::view(x, 6, 2)), Code::no_labels, "");
    refuses(fitted(tanda::view(x, std::numeric_limits<std::size_t>::max() / 2, 2)), Code::wrong_shape, "");
    auto named = tanda::view(x, 6, 2, labels);
    named.features = {"one"};
    refuses(fitted(named), Code::wrong_shape, "features");
    named.features.clear();
    named.classes = {"only"};
    refuses(fitted(named), Code::wrong_shape, "label");
    labels[2] = -2;
    refuses(fitted(tanda::view(x, 6, 2, labels)), Code::wrong_shape, "label");
    labels[2] = 1000000;
    refuses(fitted(tanda::view(x, 6, 2, labels)), Code::wrong_shape, "classes");
    std::fill_n(labels, 6, 0);
    refuses(fitted(tanda::view(x, 6, 2, labels)), Code::one_class, "");
    std::fill_n(labels, 6, -1);
    expect(!fitted(tanda::view(x, 6, 2, labels))) << "no sample has a label";
    for (const float bad : {std::nanf(""), std::numeric_limits<float>::infinity()}) {
      x[3] = bad;
      refuses(tanda::fit(tanda::view(x, 6, 2), "pca").status(), Code::not_finite, "row 2");
    }
  };

  "samples that are not the model's"_test = [] {
    const auto table = wine<float>();
    const auto model = tanda::fit(table, "lda", {}, two_dims());
    float y[4];
    int label[2];
    refuses(model->transform(tanda::Rows<float>(2, 12)).status(), Code::wrong_shape, "13");
    refuses(model->predict(tanda::Rows<double>(2, 14)).status(), Code::wrong_shape, "13");
    refuses(model->transform<float>(nullptr, 2, 13, y), Code::bad_argument, "null");
    refuses(model->transform<float>(table.values, 2, 13, nullptr), Code::bad_argument, "null");
    refuses(model->predict<float>(nullptr, 2, 13, label), Code::bad_argument, "null");
    refuses(model->predict<float>(table.values, 2, 13, nullptr), Code::bad_argument, "null");
    refuses(model->predict_scores<float>(table.values, 2, 13, label, nullptr), Code::bad_argument, "null");
    refuses(model->predict_scores(tanda::Rows<float>(2, 12)).status(), Code::wrong_shape, "13");
    tanda::FitOptions mute;
    mute.classifier = "none";
    refuses(tanda::fit(table, "lda", {}, mute)->predict(table.x()).status(), Code::bad_argument,
            "classifier");
  };

  "bytes that are no model, texts that are no table"_test = [] {
    const auto bytes = tanda::fit(wine<float>(), "lda", {}, two_dims())->bytes();
    refuses(tanda::Model::open(nullptr, 100).status(), Code::bad_argument, "null");
    for (std::size_t size = 0; size < bytes->size(); size += 61)
      refuses(tanda::Model::open(bytes->data(), size).status(), Code::bad_model, "");
    auto changed = *bytes;
    changed[changed.size() / 2] ^= 1;
    refuses(tanda::Model::open(changed.data(), changed.size()).status(), Code::bad_model, "");
    expect(!tanda::read_csv_text(""));
    refuses(tanda::read_csv_text("a,b,class\n1,2,x\n3,y\n").status(), Code::ragged_row, "row");
    tanda::ReadOptions how;
    how.label = "nowhere";
    refuses(tanda::read_csv_text("a,b,class\n1,2,x\n3,4,y\n", how).status(), Code::no_such_column, "nowhere");
    how.label = "class";
    how.missing = tanda::Missing::error;
    refuses(tanda::read_csv_text("a,b,class\n1,,x\n3,4,y\n", how).status(), Code::missing_value, "");
    how.missing = tanda::Missing::drop;
    const auto dropped = tanda::read_csv_text("a,b,class\n1,,x\n3,4,y\n", how);
    expect(dropped && dropped->rows == 1 && dropped->label == "class" && dropped->label_column == 3);
  };
};

}  // namespace front_errors_test
