#include "tanda/model_view.hpp"  // first, to show that it compiles alone

#include <cmath>
#include <functional>

#include "models.hpp"
#include "ut.hpp"

namespace model_view_test {
using namespace ut;
using tanda::Code;
using tanda::FileHeader;
using tanda::FileSection;
using tanda::ModelView;
using tanda::Rule;
using Bytes = std::vector<std::uint8_t>;

constexpr std::uint32_t linear_sections = 10;  ///< sections of a model with everything but a kernel

void repair(Bytes& bytes) {
  const std::uint32_t crc = tanda::crc32(bytes.data() + tanda::crc_begin, bytes.size() - tanda::crc_begin);
  std::memcpy(bytes.data() + offsetof(FileHeader, crc), &crc, sizeof crc);
}

Code open(const Bytes& bytes) {
  ModelView view;
  return ModelView::open(bytes.data(), bytes.size(), view);
}

/// The code from opening a model with a change in its header or section table, and a correct checksum.
Code changed(const std::function<void(FileHeader&, FileSection*)>& change, Rule rule = Rule::neighbors) {
  Bytes bytes = *tanda::internal::encode(models::make(rule, true));
  FileHeader header;
  FileSection table[linear_sections];
  std::memcpy(&header, bytes.data(), sizeof header);
  std::memcpy(table, bytes.data() + sizeof header, sizeof table);
  change(header, table);
  std::memcpy(bytes.data(), &header, sizeof header);
  std::memcpy(bytes.data() + sizeof header, table, sizeof table);
  repair(bytes);
  return open(bytes);
}

bool equal(ModelView::Text text, const std::string& wanted) {
  return std::string(text.data, text.size) == wanted;
}

const suite model_view_suite{[] {
  "crc32 is zlib's"_test = [] {
    expect(tanda::crc32("123456789", 9) == 0xcbf43926u);
    expect(tanda::crc32("", 0) == 0);
  };

  "a view reads what was written"_test = [] {
    const tanda::internal::Model model = models::make(Rule::neighbors, true);
    const Bytes bytes = *tanda::internal::encode(model);
    ModelView view;
    expect(ModelView::open(bytes.data(), bytes.size(), view) == Code::ok);
    expect(view.bytes() == bytes.size() && view.inputs() == 4 && view.outputs() == 3 &&
           view.references() == 7);
    expect(view.classes() == 3 && view.neighbors() == 2 && view.rule() == Rule::neighbors &&
           !view.unit_length());
    expect(view.projection()[5] == static_cast<float>(model.projection()(1, 1)) &&
           view.double_map() != nullptr);
    expect(view.offset()[2] == static_cast<float>(model.offset()[2]));
    expect(view.mean()[3] == static_cast<float>(model.mean()[3]) && view.range()[3] == 6);
    expect(view.reference(6)[2] == model.references()(2, 6) && view.labels()[4] == 1);
    expect(equal(view.class_name(0), "one") && equal(view.class_name(1), "") &&
           equal(view.class_name(2), "drei \xC3\xA4") && equal(view.class_name(3), ""));
    expect(equal(view.feature_name(3), std::string("d\0e", 3)) && view.feature_name(1).data[3] == 0);
    expect(equal(view.record(), model.record().dump()));
  };

  "a view projects and classifies as the hosted model does"_test = [] {
    for (Rule rule : {Rule::none, Rule::neighbors, Rule::membership}) {
      for (bool unit_length : {false, true}) {
        auto model = models::make(rule);
        model.unit_length = unit_length;
        const Bytes bytes = *tanda::internal::encode(model);
        ModelView view;
        expect(ModelView::open(bytes.data(), bytes.size(), view) == Code::ok);
        tanda::Random random(3);
        const tanda::internal::Matrix<float> x = tanda::internal::Matrix<float>::NullaryExpr(
            4, 100, [&] { return static_cast<float>(random.uniform() * 4 - 2); });
        const tanda::internal::ConstMatrixView<float> samples(x.data(), 4, 100);
        const auto projected = tanda::internal::transform<float>(model, samples);
        const auto labels = tanda::internal::predict<float>(model, samples);
        for (tanda::internal::Index i = 0; i < 100; ++i) {
          float y[3] = {};
          view.project(x.col(i).data(), y);
          // Equal up to fused multiply-adds, which compilers use as they like.
          for (tanda::internal::Index j = 0; j < 3; ++j) expect(std::fabs(y[j] - (*projected)(j, i)) < 2e-6f);
          expect(view.classify(y) == (labels ? (*labels)[std::size_t(i)] : -1));
        }
      }
    }
  };

  "many neighbors need the caller's room"_test = [] {
    auto model = models::make(Rule::neighbors);
    model.references = tanda::internal::Matrix<float>::Ones(3, 50);
    model.labels.assign(50, 1);
    model.neighbors = 1000;
    const Bytes bytes = *tanda::internal::encode(model);
    ModelView view;
    expect(ModelView::open(bytes.data(), bytes.size(), view) == Code::ok);
    const std::vector<float> y(3);
    std::vector<tanda::Neighbor<float>> room(view.scratch());
    expect(room.size() == 50 && view.classify(y.data()) == -1 && view.classify(y.data(), room.data()) == 1);
  };

  "open_linear takes what can be projected and names the rest"_test = [] {
    ModelView view;
    const Bytes linear = *tanda::internal::encode(models::make(Rule::neighbors, true));
    expect(ModelView::open_linear(linear.data(), linear.size(), view) == Code::ok && view.inputs() == 4);
    const Bytes kernel = *tanda::internal::encode(models::make_kernel("rbf", Rule::neighbors));
    const Bytes embedding = *tanda::internal::encode(models::make_embedding(true));
    for (const Bytes& other : {kernel, embedding}) {
      expect(open(other) == Code::ok);
      expect(ModelView::open_linear(other.data(), other.size(), view) == Code::no_projection);
      expect(view.map() == tanda::Map::linear) << "a refused model does not get into the view";
    }
    Bytes mixed = linear;
    mixed[sizeof(FileHeader) + 6 * sizeof(FileSection)] = 12;  // feature names become a kernel's basis
    repair(mixed);
    expect(ModelView::open_linear(mixed.data(), mixed.size(), view) == Code::bad_model);
    Bytes infinite = linear;
    FileSection projection;
    std::memcpy(&projection, linear.data() + sizeof(FileHeader), sizeof projection);
    const std::uint32_t infinity = 0x7f800000u;
    std::memcpy(infinite.data() + projection.offset + 4, &infinity, sizeof infinity);
    repair(infinite);
    expect(ModelView::open_linear(infinite.data(), infinite.size(), view) == Code::bad_model);
    for (std::size_t size = 0; size < linear.size(); ++size)
      expect(ModelView::open_linear(linear.data(), size, view) == Code::bad_model) << size;
  };

  "bytes behind the end and unknown sections are passed over"_test = [] {
    Bytes bytes = *tanda::internal::encode(models::make(Rule::neighbors));
    bytes.insert(bytes.end(), 1000, 0xff);
    expect(open(bytes) == Code::ok);
    expect(changed([](FileHeader&, FileSection* t) { t[6].kind = 4711; }) == Code::ok) << "no feature names";
    expect(changed([](FileHeader&, FileSection* t) { t[8].kind = 4711; }) == Code::ok) << "no range";
    expect(changed([](FileHeader&, FileSection* t) { t[0].kind = 4711; }) == Code::bad_model)
        << "no projection";
  };

  "hostile headers are refused"_test = [] {
    using H = FileHeader&;
    using T = FileSection*;
    expect(changed([](H, T) {}) == Code::ok);
    for (std::uint32_t count :
         {0u, 1u, 5u, 0x3fffffffu, 0x40000000u, 0x7fffffffu, 0x80000000u, 0xffffffffu}) {
      expect(changed([&](H h, T) { h.inputs = count; }) == Code::bad_model) << "inputs" << count;
      expect(changed([&](H h, T) { h.outputs = count; }) == Code::bad_model) << "outputs" << count;
      expect(changed([&](H h, T) { h.references = count; }) == Code::bad_model) << "references" << count;
      expect(changed([&](H h, T) { h.classes = count; }) == Code::bad_model) << "classes" << count;
      expect(changed([&](H h, T) { h.inputs = h.outputs = h.references = h.classes = count; }) ==
             Code::bad_model);
      expect(changed([&](H h, T) { h.block = count; }, Rule::membership) ==
             (count == 1 ? Code::ok : Code::bad_model));
    }
    expect(changed([](H h, T) { h.neighbors = 0; }) == Code::bad_model);
    expect(changed([](H h, T) { h.neighbors = 0x80000000u; }) == Code::bad_model);
    expect(changed([](H h, T) { h.rule = 3; }) == Code::bad_model);
    expect(changed([](H h, T) { h.flags |= 4; }) == Code::bad_model);
    for (std::uint32_t map : {1u, 2u, 3u, 0x100u, 0xffffffffu})
      expect(changed([&](H h, T) { h.map = map; }) == Code::bad_model) << "map" << map;
    expect(changed([](H, T t) { t[6].kind = 12; }) == Code::bad_model) << "a part of another map";
    expect(changed([](H h, T) { h.flags = 0; }) == Code::bad_model) << "a double map without its flag";
    expect(changed([](H h, T) { h.sections = 0xffffffffu; }) == Code::bad_model);
    expect(changed([](H h, T) { h.sections = 0; }) == Code::bad_model);
    expect(changed([](H h, T) { h.version = 2; }) == Code::model_version);
    expect(changed([](H h, T) { h.magic[0] = 'T'; }) == Code::bad_model);
    for (std::uint64_t bytes :
         {std::uint64_t{0}, std::uint64_t{63}, ~std::uint64_t{0}, std::uint64_t{1} << 32})
      expect(changed([&](H h, T) { h.bytes = bytes; }) == Code::bad_model);
  };

  "hostile tables are refused"_test = [] {
    using H = FileHeader&;
    using T = FileSection*;
    for (std::uint32_t i = 0; i < linear_sections; ++i) {
      for (std::uint64_t offset :
           {std::uint64_t{0}, std::uint64_t{16}, ~std::uint64_t{15}, std::uint64_t{1} << 63})
        expect(changed([&](H, T t) { t[i].offset = offset; }) == Code::bad_model) << "offset of section" << i;
      for (std::uint64_t bytes :
           {~std::uint64_t{0}, ~std::uint64_t{15}, std::uint64_t{1} << 32, std::uint64_t{1}})
        // Only the record may have any length that fits.
        expect(changed([&](H, T t) { t[i].bytes = bytes; }) == Code::bad_model || (i == 7 && bytes == 1))
            << "bytes of section" << i;
      expect(changed([&](H, T t) { t[i].offset += 4; }) == Code::bad_model) << "misaligned section" << i;
    }
    expect(changed([](H, T t) { t[1].offset = t[0].offset; }) == Code::bad_model) << "overlap";
    expect(changed([](H, T t) { t[7].kind = t[6].kind; }) == Code::bad_model) << "the same kind twice";
    expect(changed([](H, T t) { std::swap(t[0], t[1]); }) == Code::bad_model) << "not in order";
  };

  "names and labels out of bounds, numbers that are none"_test = [] {
    const Bytes good = *tanda::internal::encode(models::make(Rule::neighbors, true));
    FileSection table[linear_sections];
    std::memcpy(table, good.data() + sizeof(FileHeader), sizeof table);
    const auto with = [&](std::size_t section, std::size_t at, std::uint32_t word) {
      Bytes bytes = good;
      std::memcpy(bytes.data() + table[section].offset + at, &word, sizeof word);
      repair(bytes);
      return open(bytes);
    };
    for (std::size_t section : {0, 1, 2, 3})
      for (std::uint32_t word : {0x7f800000u, 0xff800000u, 0x7fc00000u, 0xffffffffu})
        expect(with(section, 4, word) == Code::bad_model) << "section" << section;
    for (std::uint32_t word : {0x7f800000u, 0x7fc00000u, 0xbf800000u})
      expect(with(8, 4, word) == Code::bad_model) << "range";
    expect(with(9, 4, 0x7ff00000u) == Code::bad_model && with(9, 12, 0xfff80000u) == Code::bad_model);
    expect(with(4, 8, 3) == Code::bad_model && with(4, 8, 0xffffffffu) == Code::bad_model);
    for (std::size_t section : {5, 6})
      for (std::size_t at : {0, 4, 8, 12})
        for (std::uint32_t word : {0x7fffffffu, 0xffffffffu, 0x100u})
          expect(with(section, at, word) == Code::bad_model) << "names" << section << at;
    expect(with(5, 16, 0x41414141u) == Code::bad_model) << "a name that does not end";
  };

  "garbage is refused"_test = [] {
    tanda::Random random(4);
    const Bytes good = *tanda::internal::encode(models::make(Rule::membership, true));
    int accepted = 0;
    for (int round = 0; round < 100000; ++round) {
      Bytes bytes;
      if (round % 4 == 0) {
        bytes.resize(random.below(300));
        for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random.next());
        if (bytes.size() >= 12) std::memcpy(bytes.data(), good.data(), 12);
      } else {
        // Overwrite a few words of header and section table with random ones.
        bytes = good;
        for (std::uint64_t n = 1 + random.below(3); n > 0; --n) {
          const std::uint32_t word = static_cast<std::uint32_t>(random.next() >> (32 + random.below(32)));
          std::memcpy(bytes.data() + 16 + 4 * random.below(72), &word, sizeof word);
        }
        if (random.below(8) == 0) bytes.resize(random.below(bytes.size()));
        bytes.shrink_to_fit();
      }
      if (bytes.size() >= sizeof(FileHeader)) repair(bytes);
      ModelView view;
      if (ModelView::open(bytes.data(), bytes.size(), view) != Code::ok) continue;
      ++accepted;
      const std::vector<float> x(view.inputs(), 1.f);
      std::vector<float> y(view.outputs());
      view.project(x.data(), y.data());
      const int label = view.classify(y.data());
      expect(label >= -1 && label < int(view.classes()));
    }
    expect(accepted < 50000);
  };

  "a misaligned buffer is refused"_test = [] {
    Bytes bytes = *tanda::internal::encode(models::make(Rule::none));
    bytes.insert(bytes.begin(), 0);
    ModelView view;
    expect(ModelView::open(bytes.data() + 1, bytes.size() - 1, view) == Code::bad_model);
    expect(ModelView::open(nullptr, 1000, view) == Code::bad_model);
  };
}};
}  // namespace model_view_test
