#include "tanda/model/model.hpp"

#include <cstring>

#include "models.hpp"
#include "tanda/model/format.hpp"
#include "ut.hpp"

namespace model_test {
using namespace ut;
using tanda::Code;
using tanda::KernelKind;
using tanda::Model;
using tanda::Rule;
using Bytes = std::vector<std::uint8_t>;

/// All that a model means, bit by bit.
bool same(const Model& a, const Model& b, bool map_in_double) {
  const auto equal = [&](const tanda::MatrixD& p, const tanda::MatrixD& q) {
    if (p.rows() != q.rows() || p.cols() != q.cols()) return false;
    if (map_in_double) return (p.array() == q.array()).all();
    return (p.cast<float>().array() == q.cast<float>().array()).all();
  };
  const tanda::KernelMap &k = a.kernel, &l = b.kernel;
  const bool same_kernel = k.kernel.kind == l.kernel.kind && k.kernel.width == l.kernel.width &&
                           k.kernel.degree == l.kernel.degree && k.kernel.offset == l.kernel.offset &&
                           equal(k.factor, l.factor) && equal(k.basis, l.basis) &&
                           equal(k.points, l.points) && equal(k.coefficients, l.coefficients);
  return a.map == b.map && a.inputs() == b.inputs() && a.outputs() == b.outputs() && same_kernel &&
         equal(a.projection, b.projection) && equal(a.offset, b.offset) && equal(a.mean, b.mean) &&
         a.unit_length == b.unit_length && a.double_precision == b.double_precision && a.rule == b.rule &&
         a.neighbors == b.neighbors && a.block == b.block && a.references.rows() == b.references.rows() &&
         a.references.cols() == b.references.cols() && (a.references.array() == b.references.array()).all() &&
         a.labels == b.labels && a.range.size() == b.range.size() &&
         (a.range.array() == b.range.array()).all() && a.classes == b.classes && a.features == b.features &&
         a.record.dump() == b.record.dump();
}

/// Decodes from a heap block of exactly this size, so that a sanitizer sees every step outside.
tanda::Result<Model> decode_exactly(const Bytes& bytes, std::size_t size) {
  const Bytes copy(bytes.begin(), bytes.begin() + std::ptrdiff_t(size));
  return tanda::decode(copy.data(), copy.size());
}

void comes_back(const Model& model) {
  const Bytes bytes = *tanda::encode(model);
  const auto back = tanda::decode(bytes.data(), bytes.size());
  expect(bool(back)) << back.status().message();
  if (!back) return;
  expect(same(model, *back, model.double_precision));
  expect(*tanda::encode(*back) == bytes) << "the same bytes again";
}

/// One of each map, with everything in it.
std::vector<Model> one_of_each() {
  return {models::make(Rule::neighbors, true), models::make(Rule::membership, true),
          models::make_kernel(KernelKind::rbf, Rule::neighbors, true),
          models::make_kernel(KernelKind::poly, Rule::membership), models::make_embedding(true, true)};
}

void use(const Model& model) {
  const tanda::Matrix<float> x = tanda::Matrix<float>::Constant(model.inputs(), 2, 0.25f);
  (void)tanda::transform<float>(model, {x.data(), x.rows(), x.cols()});
  const auto labels = tanda::predict<float>(model, {x.data(), x.rows(), x.cols()});
  if (labels)
    for (int label : *labels) expect(label >= 0 && std::size_t(label) < model.classes.size());
  expect(bool(tanda::Json::parse(tanda::model_json(model))));
}

const suite model_suite{[] {
  "a model comes back as it was written"_test = [] {
    for (Rule rule : {Rule::none, Rule::neighbors, Rule::membership}) {
      for (bool in_double : {false, true}) {
        for (bool names : {false, true}) {
          Model model = models::make(rule, in_double, names);
          model.unit_length = names;
          comes_back(model);
          comes_back(models::make_kernel(KernelKind::rbf, rule, in_double, names));
          comes_back(models::make_embedding(names, in_double));
          use(model);
        }
      }
    }
  };

  "no classes, no record, one number"_test = [] {
    Model model;
    model.projection = tanda::MatrixD::Constant(1, 1, 2);
    model.offset = model.mean = tanda::VectorD::Zero(1);
    const Bytes bytes = *tanda::encode(model);
    const auto back = tanda::decode(bytes.data(), bytes.size());
    expect(back && back->record.is_object() && back->classes.empty() && back->projection(0, 0) == 2);
  };

  "misaligned bytes are fine"_test = [] {
    const Model model = models::make(Rule::neighbors, true);
    Bytes bytes = *tanda::encode(model);
    bytes.insert(bytes.begin(), 0);
    const auto back = tanda::decode(bytes.data() + 1, bytes.size() - 1);
    expect(back && same(model, *back, true));
  };

  "every truncation is refused"_test = [] {
    for (const Model& model : one_of_each()) {
      const Bytes whole = *tanda::encode(model);
      for (std::size_t size = 0; size < whole.size(); ++size) expect(!decode_exactly(whole, size)) << size;
    }
    const Bytes bytes = *tanda::encode(models::make(Rule::neighbors, true));
    expect(decode_exactly(bytes, 100).status().message() ==
           "the model file is cut short: it has 100 of " + std::to_string(bytes.size()) + " bytes");
    expect(!tanda::decode(nullptr, 0));
    Bytes longer = bytes;
    longer.push_back(0);
    expect(!tanda::decode(longer.data(), longer.size()));
  };

  "every flipped bit is refused, and survived when the checksum is made right"_test = [] {
    for (const Model& good : one_of_each()) {
      Bytes bytes = *tanda::encode(good);
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

  "an inconsistent model is written as something no one reads"_test = [] {
    const auto refused = [](const Model& model) {
      const Bytes bytes = *tanda::encode(model);
      return !tanda::decode(bytes.data(), bytes.size());
    };
    const Model good = models::make(Rule::neighbors);
    Model bad = good;
    bad.labels.pop_back();
    expect(refused(bad)) << "a label too few";
    bad = good;
    bad.labels[0] = -1;
    expect(refused(bad)) << "a negative label";
    bad = good;
    bad.offset.resize(0);
    expect(refused(bad)) << "no offset";
    bad = good;
    bad.features.pop_back();
    expect(refused(bad)) << "a feature name too few";
    bad = good;
    bad.range.conservativeResize(3);
    expect(refused(bad)) << "a range too few";
    bad = good;
    bad.range[1] = -1;
    expect(refused(bad)) << "a negative range";
    bad = good;
    bad.references.resize(2, 7);
    expect(refused(bad)) << "references of another dimension";
    bad = good;
    bad.neighbors = 0;
    expect(refused(bad)) << "no neighbors";
    bad = good;
    bad.projection(0, 0) = 1e300;
    expect(refused(bad)) << "too large for float";
    bad = good;
    bad.record = tanda::Json(3);
    expect(refused(bad)) << "a record that is no object";
    expect(refused(Model()));
  };

  "a double map that is not the float map is refused"_test = [] {
    Bytes bytes = *tanda::encode(models::make(Rule::none, true));
    // The double map is the last section; this is the exponent of the first number of P in it.
    const std::size_t map = (3 * 4 + 3 + 4) * sizeof(double);
    bytes[bytes.size() - (map + 15) / 16 * 16 + 7] ^= 0x40;
    const std::uint32_t crc = tanda::crc32(bytes.data() + tanda::crc_begin, bytes.size() - tanda::crc_begin);
    std::memcpy(bytes.data() + offsetof(tanda::FileHeader, crc), &crc, sizeof crc);
    const auto model = tanda::decode(bytes.data(), bytes.size());
    expect(!model && model.status().message() == "the model's float map and its double map are not the same")
        << model.status().message();
  };

  "another version is named"_test = [] {
    Bytes bytes = *tanda::encode(models::make(Rule::none));
    bytes[offsetof(tanda::FileHeader, version)] = 7;
    const auto model = tanda::decode(bytes.data(), bytes.size());
    expect(!model && model.status().code() == Code::model_version);
    expect(model.status().message() == "the model file is of version 7, and version 1 is what can be read");
  };

  "the JSON export keeps its contract"_test = [] {
    Model model = models::make(Rule::neighbors, true, false);
    const auto json = tanda::Json::parse(tanda::model_json(model));
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
    for (tanda::Index i = 0; i < 3; ++i) {
      const auto& row = json->find("projection")->items()[std::size_t(i)].items();
      expect(row.size() == 4);
      for (tanda::Index j = 0; j < 4; ++j)
        expect(row[std::size_t(j)].number_or(0) == model.projection(i, j)) << "full precision";
      expect(json->find("offset")->items()[std::size_t(i)].number_or(0) == model.offset[i]);
    }
    model.record = tanda::Json();
    model.features = {"w", "x", "y", "z"};
    const auto bare = tanda::Json::parse(tanda::model_json(model));
    expect(bare && bare->find("method")->is_null() && bare->find("params")->is_object() &&
           bare->find("eigenvalues")->is_array() && bare->find("features")->items()[0].text_or("") == "w");
  };
}};
}  // namespace model_test
