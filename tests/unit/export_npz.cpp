#include "model/export_npz.hpp"

#include <cmath>

#include "models.hpp"
#include "npz_reader.hpp"
#include "ut.hpp"

namespace export_npz_test {
using namespace ut;
using tanda::Code;
using tanda::Rule;
using tanda::internal::Model;

npz::File written(const Model& model) {
  const auto bytes = tanda::internal::model_npz(model);
  expect(bool(bytes)) << bytes.status().text();
  npz::File file = bytes ? npz::read(*bytes) : npz::File{};
  expect(file.valid);
  return file;
}

std::string names(const npz::File& file) {
  std::string result;
  for (const auto& [name, array] : file.arrays) result += name + " ";
  return result;
}

const suite npz_suite{[] {
  "a linear model's arrays"_test = [] {
    const Model model = models::make(Rule::neighbors, true);
    npz::File file = written(model);
    expect(names(file) ==
           "block classes features labels map mean neighbors offset projection range record references rule "
           "unit_length ")
        << names(file);
    const auto& projection = file.arrays["projection"];
    expect(projection.type == "<f8" && projection.shape == std::vector<std::size_t>{3, 4});
    expect(projection.values<double>()[6] == model.projection()(1, 2));
    expect(file.arrays["mean"].values<double>()[3] == model.mean()[3]);
    expect(file.arrays["offset"].shape == std::vector<std::size_t>{3});
    const auto& references = file.arrays["references"];
    expect(references.type == "<f4" && references.shape == std::vector<std::size_t>{7, 3});
    expect(references.values<float>()[5] == model.references()(2, 1));
    expect(file.arrays["range"].values<float>()[3] == 6);
    expect(file.arrays["labels"].type == "<i4" && file.arrays["labels"].values<int>()[4] == 1);
    expect(file.arrays["neighbors"].shape.empty() && file.arrays["neighbors"].values<std::int64_t>()[0] == 2);
    expect(file.arrays["unit_length"].type == "|b1" && file.arrays["unit_length"].bytes == std::string(1, 0));
    expect(file.arrays["map"].texts()[0] == U"linear" && file.arrays["rule"].texts()[0] == U"neighbors");
    const std::string record = model.record().dump();
    expect(file.arrays["record"].texts()[0] == std::u32string(record.begin(), record.end()));
  };

  "names keep their characters"_test = [] {
    models::Parts model = models::make(Rule::neighbors);
    model.classes = {"", "\xC3\xA4 \"'\\", "\xF0\x9F\x98\x80\xE2\x82\xAC"};
    model.features[0] = "\xFF\x41\xC3";
    npz::File file = written(model);
    const auto classes = file.arrays["classes"].texts(), features = file.arrays["features"].texts();
    expect(file.arrays["classes"].type == "<U5");
    expect(classes[0].empty() && classes[1] == U"\u00E4 \"'\\" && classes[2] == U"\U0001F600\u20AC");
    expect(features[0] == U"\uFFFDA\uFFFD" && features[3] == std::u32string(U"d\0e", 3));
  };

  "single precision, no names, no classifier"_test = [] {
    models::Parts model = models::make(Rule::none, false, false);
    model.unit_length = true;
    npz::File file = written(model);
    expect(names(file) == "block classes map mean neighbors offset projection record rule unit_length ")
        << names(file);
    expect(file.arrays["projection"].type == "<f4" &&
           file.arrays["projection"].values<float>()[11] == float(model.linear().projection(2, 3)));
    expect(file.arrays["unit_length"].bytes == std::string(1, 1));
    model.classes.clear();
    const auto none = written(model).arrays["classes"];
    expect(none.type == "<U1" && none.shape == std::vector<std::size_t>{0} && none.bytes.empty());
  };

  "kernel models and embeddings"_test = [] {
    const Model model = models::make_kernel("poly", Rule::neighbors, true);
    npz::File file = written(model);
    expect(file.arrays["kernel"].texts()[0] == U"poly" &&
           file.arrays["degree"].values<std::int64_t>()[0] == 3);
    expect(file.arrays["width"].values<double>()[0] == 1.7 &&
           file.arrays["kernel_offset"].values<double>()[0] == 0.6);
    expect(file.arrays["basis"].shape == std::vector<std::size_t>{4, 2} &&
           file.arrays["basis"].values<double>()[3] == model.kernel().basis(1, 1));
    expect(file.arrays["points"].shape == std::vector<std::size_t>{6, 2} &&
           file.arrays["points"].values<double>()[2] == model.kernel().points(0, 1));
    expect(file.arrays["coefficients"].shape == std::vector<std::size_t>{3, 6});
    expect(file.arrays.count("projection") == 0);
    expect(written(models::make_kernel("rbf", Rule::none, false, false)).arrays.count("basis") == 0);
    npz::File embedding = written(models::make_embedding(true));
    expect(embedding.arrays["labels"].values<int>().back() == -1);
    expect(written(models::make_embedding(false)).arrays.count("labels") == 0);
  };

  "one long name among many is refused before anything is built, many long ones are not"_test = [] {
    models::Parts model;
    constexpr tanda::internal::Index features = 2500;
    model.linear().projection = tanda::internal::MatrixD::Ones(1, features);
    model.mean = tanda::internal::VectorD::Zero(features);
    model.linear().offset = tanda::internal::VectorD::Zero(1);
    for (tanda::internal::Index i = 0; i < features; ++i) model.features.push_back("x" + std::to_string(i));
    model.features[7] = std::string(100000, 'y');
    const tanda::Status refused = tanda::internal::model_npz(model).status();
    expect(refused.code() == Code::bad_argument &&
           refused.text().find("100000 characters") != std::string::npos &&
           refused.text().find("1000 MB") != std::string::npos)
        << refused.text();
    model.features[7] = std::string(1000, 'y');
    expect(written(model).arrays["features"].type == "<U1000");
    for (std::string& name : model.features) name.resize(3000, 'z');
    const auto filled = written(model).arrays["features"];
    expect(filled.bytes.size() == 4u * 3000 * features) << "nothing is wasted";
  };

  "the same model gives the same bytes"_test = [] {
    expect(*tanda::internal::model_npz(models::make(Rule::neighbors)) ==
           *tanda::internal::model_npz(models::make(Rule::neighbors)));
  };

  "one number in, one number out"_test = [] {
    models::Parts model;
    model.linear().projection = tanda::internal::MatrixD::Constant(1, 1, 2);
    model.linear().offset = model.mean = tanda::internal::VectorD::Zero(1);
    expect(written(model).arrays["projection"].shape == std::vector<std::size_t>{1, 1});
  };

  "the reader of these tests refuses a damaged file"_test = [] {
    const std::vector<std::uint8_t> good = *tanda::internal::model_npz(models::make(Rule::neighbors));
    expect(npz::read(good).valid);
    for (std::size_t at = 0; at < good.size(); at += 97) {
      std::vector<std::uint8_t> cut(good.begin(), good.begin() + std::ptrdiff_t(at));
      expect(!npz::read(cut).valid) << at;
    }
    std::vector<std::uint8_t> bad = good;
    bad[100] ^= 1;
    expect(!npz::read(bad).valid);
  };
}};
}  // namespace export_npz_test
