#include "model/model.hpp"

#include <cmath>
#include <cstring>
#include <functional>

#include "models.hpp"
#include "tanda/detail/format.hpp"
#include "ut.hpp"

namespace model_test {
using namespace ut;
using tanda::Code;
using tanda::Rule;
using tanda::internal::Model;
using Bytes = std::vector<std::uint8_t>;

/// Whether two models are equal, bit by bit.
bool same(const Model& a, const Model& b, bool map_in_double) {
  const auto equal = [&](const tanda::internal::MatrixD& p, const tanda::internal::MatrixD& q) {
    if (p.rows() != q.rows() || p.cols() != q.cols()) return false;
    if (map_in_double) return (p.array() == q.array()).all();
    return (p.cast<float>().array() == q.cast<float>().array()).all();
  };
  const tanda::internal::KernelMap &k = a.kernel(), &l = b.kernel();
  const bool same_kernel = k.kernel.info == l.kernel.info && k.kernel.width == l.kernel.width &&
                           k.kernel.degree == l.kernel.degree && k.kernel.offset == l.kernel.offset &&
                           equal(k.factor, l.factor) && equal(k.basis, l.basis) &&
                           equal(k.points, l.points) && equal(k.coefficients, l.coefficients);
  return a.map() == b.map() && a.inputs() == b.inputs() && a.outputs() == b.outputs() && same_kernel &&
         equal(a.projection(), b.projection()) && equal(a.offset(), b.offset()) &&
         equal(a.mean(), b.mean()) && a.unit_length() == b.unit_length() &&
         a.double_precision() == b.double_precision() && a.rule() == b.rule() &&
         a.neighbors() == b.neighbors() && a.block() == b.block() &&
         a.references().rows() == b.references().rows() && a.references().cols() == b.references().cols() &&
         (a.references().array() == b.references().array()).all() && a.labels() == b.labels() &&
         a.range().size() == b.range().size() && (a.range().array() == b.range().array()).all() &&
         a.classes() == b.classes() && a.features() == b.features() && a.record().dump() == b.record().dump();
}

/// Decodes from a heap block of exactly this size, so that a sanitizer detects reads beyond it.
tanda::Result<Model> decode_exactly(const Bytes& bytes, std::size_t size) {
  const Bytes copy(bytes.begin(), bytes.begin() + std::ptrdiff_t(size));
  return tanda::internal::decode(copy.data(), copy.size());
}

void comes_back(const Model& model) {
  const Bytes bytes = *tanda::internal::encode(model);
  const auto back = tanda::internal::decode(bytes.data(), bytes.size());
  expect(bool(back)) << back.status().message();
  if (!back) return;
  expect(same(model, *back, model.double_precision()));
  expect(*tanda::internal::encode(*back) == bytes) << "the same bytes again";
}

/// A model of each kind of map, with all optional parts.
std::vector<Model> one_of_each() {
  return {models::make(Rule::neighbors, true), models::make(Rule::membership, true),
          models::make_kernel("rbf", Rule::neighbors, true), models::make_kernel("poly", Rule::membership),
          models::make_embedding(true, true)};
}

void use(const Model& model) {
  const tanda::internal::Matrix<float> x = tanda::internal::Matrix<float>::Constant(model.inputs(), 2, 0.25f);
  (void)tanda::internal::transform<float>(model, {x.data(), x.rows(), x.cols()});
  const auto labels = tanda::internal::predict<float>(model, {x.data(), x.rows(), x.cols()});
  if (labels)
    for (int label : *labels) expect(label >= 0 && std::size_t(label) < model.classes().size());
  expect(bool(tanda::internal::Json::parse(tanda::internal::model_json(model))));
}

const suite model_suite{[] {
  "a model comes back as it was written"_test = [] {
    for (Rule rule : {Rule::none, Rule::neighbors, Rule::membership}) {
      for (bool in_double : {false, true}) {
        for (bool names : {false, true}) {
          models::Parts model = models::make(rule, in_double, names);
          model.unit_length = names;
          comes_back(model);
          comes_back(models::make_kernel("rbf", rule, in_double, names));
          comes_back(models::make_embedding(names, in_double));
          use(model);
        }
      }
    }
  };

  "no classes, no record, one number"_test = [] {
    models::Parts model;
    model.linear().projection = tanda::internal::MatrixD::Constant(1, 1, 2);
    model.linear().offset = model.mean = tanda::internal::VectorD::Zero(1);
    const Bytes bytes = *tanda::internal::encode(model);
    const auto back = tanda::internal::decode(bytes.data(), bytes.size());
    expect(back && back->record().is_object() && back->classes().empty() && back->projection()(0, 0) == 2);
  };

  "misaligned bytes are fine"_test = [] {
    const Model model = models::make(Rule::neighbors, true);
    Bytes bytes = *tanda::internal::encode(model);
    bytes.insert(bytes.begin(), 0);
    const auto back = tanda::internal::decode(bytes.data() + 1, bytes.size() - 1);
    expect(back && same(model, *back, true));
  };

  "every truncation is refused"_test = [] {
    for (const Model& model : one_of_each()) {
      const Bytes whole = *tanda::internal::encode(model);
      for (std::size_t size = 0; size < whole.size(); ++size) expect(!decode_exactly(whole, size)) << size;
    }
    const Bytes bytes = *tanda::internal::encode(models::make(Rule::neighbors, true));
    expect(decode_exactly(bytes, 100).status().message() ==
           "the model file is cut short: it has 100 of " + std::to_string(bytes.size()) + " bytes");
    expect(!tanda::internal::decode(nullptr, 0));
    Bytes longer = bytes;
    longer.push_back(0);
    expect(!tanda::internal::decode(longer.data(), longer.size()));
  };

  "every flipped bit is refused, and survived when the checksum is made right"_test = [] {
    for (const Model& good : one_of_each()) {
      Bytes bytes = *tanda::internal::encode(good);
      for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
        const auto flip = [&] { bytes[bit / 8] = std::uint8_t(bytes[bit / 8] ^ (1u << (bit % 8))); };
        flip();
        expect(!decode_exactly(bytes, bytes.size())) << "bit" << bit;
        Bytes repaired = bytes;
        const std::uint32_t crc =
            tanda::crc32(repaired.data() + tanda::crc_begin, repaired.size() - tanda::crc_begin);
        std::memcpy(repaired.data() + offsetof(tanda::FileHeader, crc), &crc, sizeof crc);
        const auto model = decode_exactly(repaired, repaired.size());
        if (model) use(*model);
        flip();
      }
    }
  };

  "parts that do not fit together are no model, and which ones is said"_test = [] {
    using Parts = models::Parts;
    const auto refused = [](const char* message, const std::function<void(Parts&)>& change) {
      Parts bad = models::make(Rule::neighbors);
      change(bad);
      const tanda::Status status = Model::make(bad).status();
      expect(status.code() == Code::bad_model && status.message() == message) << status.message();
    };
    const double nan = std::nan("");
    refused("the model has 7 reference points and 6 labels", [](Parts& m) { m.labels.pop_back(); });
    refused("the model has a point of class -1 of 3", [](Parts& m) { m.labels[0] = -1; });
    refused("the model has a point of class 3 of 3", [](Parts& m) { m.labels[0] = 3; });
    refused("the model's offset is 0×1, and not 3×1", [](Parts& m) { m.linear().offset.resize(0); });
    refused("the model's projection is 3×2, and not 3×4",
            [](Parts& m) { m.linear().projection = tanda::internal::MatrixD::Ones(3, 2); });
    refused("the model's projection has a number that is not finite, or too large for a float",
            [&](Parts& m) { m.linear().projection(1, 1) = nan; });
    refused("the model's projection has a number that is not finite, or too large for a float",
            [](Parts& m) { m.linear().projection(0, 0) = 1e300; });
    refused("the model's mean has a number that is not finite, or too large for a float",
            [&](Parts& m) { m.mean[3] = nan; });
    refused("the model has 3 feature names and 4 features", [](Parts& m) { m.features.pop_back(); });
    refused("the model's range is 3×1, and not 4×1", [](Parts& m) { m.range.conservativeResize(3); });
    refused("the model's range has a negative number", [](Parts& m) { m.range[1] = -1; });
    refused("the model's reference points is 2×7, and not 3×7",
            [](Parts& m) { m.references = tanda::internal::Matrix<float>::Ones(2, 7); });
    refused("the model's reference points has a number that is not finite, or too large for a float",
            [](Parts& m) { m.references(0, 0) = INFINITY; });
    refused("the model has no reference points to classify by", [](Parts& m) {
      m.references.resize(3, 0);
      m.labels.clear();
    });
    refused("the model asks for no neighbours", [](Parts& m) { m.neighbors = 0; });
    refused("the model has a size of -1", [](Parts& m) { m.neighbors = -1; });
    refused("the model's 3 outputs are not 2 for each of 3 classes", [](Parts& m) {
      m.rule = Rule::membership;
      m.block = 2;
    });
    refused("the model has a classifier of no kind", [](Parts& m) { m.rule = static_cast<Rule>(9); });
    refused("the model's record is not an object", [](Parts& m) { m.record = tanda::internal::Json(3); });
    refused("the model has 0 inputs and 0 outputs", [](Parts& m) { m = Parts(); });
    refused("an embedding cannot classify", [](Parts& m) { m.embed(); });
  };

  "a copy shares the model, and another record changes nothing else"_test = [] {
    const Model model = models::make(Rule::neighbors, true);
    const Model copy = model, moved = Model(std::move(const_cast<Model&>(copy)));
    expect(&copy.projection() == &model.projection() && &moved.references() == &model.references());
    const Model other = model.recorded("method", "mine");
    expect(&other.projection() == &model.projection() && other.record().text_or("method", "") == "mine");
    expect(model.record().text_or("method", "") == "lda" && other.record().find("params") != nullptr);
    const models::Parts parts = model;
    expect(same(Model(parts), model, true));
  };

  "a double map that is not the float map is refused"_test = [] {
    Bytes bytes = *tanda::internal::encode(models::make(Rule::none, true));
    // The double map is the last section; this is the exponent of the first number of P in it.
    const std::size_t map = (3 * 4 + 3 + 4) * sizeof(double);
    bytes[bytes.size() - (map + 15) / 16 * 16 + 7] ^= 0x40;
    const std::uint32_t crc = tanda::crc32(bytes.data() + tanda::crc_begin, bytes.size() - tanda::crc_begin);
    std::memcpy(bytes.data() + offsetof(tanda::FileHeader, crc), &crc, sizeof crc);
    const auto model = tanda::internal::decode(bytes.data(), bytes.size());
    expect(!model && model.status().message() == "the model's float map and its double map are not the same")
        << model.status().message();
  };

  "another version is named"_test = [] {
    Bytes bytes = *tanda::internal::encode(models::make(Rule::none));
    bytes[offsetof(tanda::FileHeader, version)] = 7;
    const auto model = tanda::internal::decode(bytes.data(), bytes.size());
    expect(!model && model.status().code() == Code::model_version);
    expect(model.status().message() == "the model file is of version 7, and version 1 is what can be read");
  };

  "the JSON export keeps its contract"_test = [] {
    models::Parts model = models::make(Rule::neighbors, true, false);
    const auto json = tanda::internal::Json::parse(tanda::internal::model_json(model));
    expect(bool(json));
    std::string keys;
    for (const auto& member : json->members()) keys += member.key + " ";
    expect(
        keys ==
        "format version method params features classes mean projection offset eigenvalues unit_length rule "
        "neighbors ")
        << keys;
    expect(json->text_or("format", "") == "tanda-model" && json->number_or("version", 0) == 1);
    expect(json->text_or("method", "") == "lda" && json->find("params")->number_or("ridge", 0) == 0.1);
    expect(json->find("features")->dump() == R"(["f0","f1","f2","f3"])");
    expect(json->find("classes")->items().size() == 3 && json->find("mean")->items().size() == 4);
    expect(json->find("projection")->items().size() == 3 && json->find("eigenvalues")->items().size() == 3);
    for (tanda::internal::Index i = 0; i < 3; ++i) {
      const auto& row = json->find("projection")->items()[std::size_t(i)].items();
      expect(row.size() == 4);
      for (tanda::internal::Index j = 0; j < 4; ++j)
        expect(row[std::size_t(j)].number_or(0) == model.linear().projection(i, j)) << "full precision";
      expect(json->find("offset")->items()[std::size_t(i)].number_or(0) == model.linear().offset[i]);
    }
    model.record = tanda::internal::Json();
    model.features = {"w", "x", "y", "z"};
    const auto bare = tanda::internal::Json::parse(tanda::internal::model_json(model));
    expect(bare && bare->find("method")->is_null() && bare->find("params")->is_object() &&
           bare->find("eigenvalues")->is_array() && bare->find("features")->items()[0].text_or("") == "w");
  };
}};
}  // namespace model_test
