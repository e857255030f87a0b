// Tables in .npz files and deflated data. Any bytes give a table or a message.
#include <cstring>

#include "data/csv.hpp"
#include "data/inflate.hpp"
#include "data/readers.hpp"
#include "data/unzip.hpp"
#include "model/zip.hpp"
#include "ut.hpp"

namespace zipped_tables_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;

std::string from_hex(std::string_view digits) {
  const auto value = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  std::string bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
    bytes += static_cast<char>(16 * value(digits[i]) + value(digits[i + 1]));
  return bytes;
}

/// "0,1,4,9,...": the content of the compressed texts below.
std::string squares(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += std::to_string(i * i % 97) + ",";
  return text;
}

// Made by zlib: with dynamic codes, with fixed codes, and stored.
const std::string described = from_hex(
    "ed90c98d05210c0513aa43db0603f927360509fc04464288e5adfe080687687252cd38f46007450ec6622549059d1c11c5fa8864"
    "1647b45c053c0fe6c7a627b9d89b39c864aba6d42482ddb48c4d25219253ecc93a2cf77aeb5d7df4ab2f48a8046992e30929a7a8"
    "d2"
    "1a68a39996fb9a1be1068917aa6f40631ad6c806ef57226f1d4b59ad6e49ab5ab85e7947709c45f0fdcfe4c74cfe00");
const std::string standard = from_hex(
    "33d031d431d1b1d43134d33132d53136d331b1d43133d1b130d431d63132d13131d73137d231d23136d43133d2b104aa30d63137"
    "d0"
    "3134d23135d6b104aa06ea051a00649be8981ae858e89899ea1899eb5858e8989ae81819e958004d031a65aa6368a86361a66306"
    "d461"
    "a1636ca4630854a96369ac6361aa636ea9630e248dc108cc050a02a5cc408a804a811a80da809a0dc106018d031a0a341a6801d0"
    "1aa0"
    "65402b2d4096039d00728821d851662007029d09742cd0c940879b813d6104f20ed05340af19833c09f42ad0c3c660cf0383c012"
    "1816"
    "863a06a36142204c00");
const std::string stored = from_hex("011400ebff302c312c342c392c31362c32352c33362c34392c");
/// An .npy file of 60×2 float32, i % 5 / 2 and i % 3.
const std::string packed_npy = from_hex(
    "9bec17ea1b10c9c850c650ad9e925a9c5ca46ea5a06e9366a2aea3a09e965f54529498179f5f94920a12774bcc294e058a176724"
    "16a4"
    "02f91a66063a0a469a3a0ab50ae4022e0604b067606880620607068603f6507107a81894cd0065c3d41e80aa076306841c833daa"
    "de034"
    "86623ab1db59796f60200");
constexpr std::uint32_t packed_npy_size = 608, packed_npy_crc = 2127880328;

std::string npy(std::string_view type, std::string_view shape, std::string_view values,
                bool by_columns = false) {
  std::string header = "{'descr': " + std::string(type) +
                       ", 'fortran_order': " + (by_columns ? "True" : "False") +
                       ", 'shape': " + std::string(shape) + ", }";
  while ((header.size() + 11) % 64 != 0) header += ' ';
  header += '\n';
  std::string file("\x93NUMPY\x01\x00", 8);
  file += char(header.size() % 256);
  file += char(header.size() / 256);
  return file + header + std::string(values);
}

template <class T>
std::string bytes(std::initializer_list<T> values) {
  std::string result;
  for (const T value : values) {
    char raw[sizeof(T)];
    std::memcpy(raw, &value, sizeof(T));
    result.append(raw, sizeof(T));
  }
  return result;
}

std::string zip(std::initializer_list<std::pair<const char*, std::string>> files) {
  Zip archive;
  for (const auto& [name, content] : files) archive.add(name, "", content);
  const std::vector<std::uint8_t> made = std::move(archive).finish();
  return std::string(made.begin(), made.end());
}

/// A zip entry with deflated content.
std::string deflated(const std::string& name, const std::string& packed, std::uint32_t size,
                     std::uint32_t crc, int method = 8) {
  const auto number = [](std::uint64_t value, int width) {
    std::string raw;
    for (int i = 0; i < width; ++i) raw += i < 8 ? char(value >> (8 * i) & 255) : char(0);
    return raw;
  };
  const std::string entry = number(20, 2) + number(0, 2) + number(std::uint64_t(method), 2) + number(0, 4) +
                            number(crc, 4) + number(packed.size(), 4) + number(size, 4) +
                            number(name.size(), 2) + number(0, 2);
  const std::string file = "PK\x03\x04" + entry + name + packed;
  const std::string directory = "PK\x01\x02" + number(20, 2) + entry + number(0, 14) + name;
  return file + directory + "PK\x05\x06" + number(0, 4) + number(1, 2) + number(1, 2) +
         number(directory.size(), 4) + number(file.size(), 4) + number(0, 2);
}

Result<Table<float>> read(std::string_view text, CsvOptions options = {}, std::size_t piece = 1 << 20) {
  CsvReader<float> reader(std::move(options));
  for (std::size_t at = 0; at < text.size(); at += piece)
    if (Status s = reader.feed(text.substr(at, piece)); !s) return s;
  return reader.finish();
}

CsvOptions with_label(const char* label) {
  CsvOptions options;
  options.label = label;
  return options;
}

const std::string x_f8 = npy("'<f8'", "(3, 2)", bytes<double>({1.5, 2, 3, 4.25, -5, 6}));
const std::string y_i8 = npy("'<i8'", "(3,)", bytes<std::int64_t>({7, 9, 7}));

const suite zipped_tables_suite = [] {
  "deflate gives what was packed, and damage is seen"_test = [] {
    std::string out;
    for (const std::string& packed : {described, standard}) {
      expect(inflate_all(packed, 566, out) && out == squares(200));
      expect(!inflate_all(packed, 565, out) && !inflate_all(packed, 567, out));
      for (std::size_t size = 0; size < packed.size(); ++size)
        expect(!inflate_all(std::string_view(packed).substr(0, size), 566, out)) << double(size);
      std::string damaged = packed;
      for (std::size_t bit = 0; bit < 8 * packed.size(); ++bit) {
        damaged[bit / 8] = char(damaged[bit / 8] ^ (1 << bit % 8));
        inflate_all(damaged, 566, out);
        expect(out.size() <= 566);
        damaged[bit / 8] = char(damaged[bit / 8] ^ (1 << bit % 8));
      }
    }
    expect(inflate_all(stored, 20, out) && out == squares(200).substr(0, 20));
    expect(!inflate_all("", 0, out) && !inflate_all("\x07", 5, out)) << "a kind that there is not";
    std::string wrong = stored;
    wrong[3] = 0;
    expect(!inflate_all(wrong, 20, out)) << "a length that its inverse denies";
  };

  "samples and labels of two arrays are a table, whatever the pieces and the order"_test = [] {
    for (const std::string& file :
         {zip({{"x.npy", x_f8}, {"y.npy", y_i8}}), zip({{"labels.npy", y_i8}, {"data.npy", x_f8}}),
          zip({{"more.npy", y_i8}, {"target.npy", y_i8}, {"X.npy", x_f8}})}) {
      for (const std::size_t piece : {std::size_t(1), std::size_t(100), std::size_t(1) << 20}) {
        const Result<Table<float>> table = read(file, {}, piece);
        expect(bool(table)) << table.status().text();
        if (!table) return;
        expect(table->rows == 3 && table->columns == 2 && table->features.empty());
        expect(table->values == std::vector<float>{1.5f, 2, 3, 4.25f, -5, 6});
        expect(table->labels.numbers == std::vector<int>{0, 1, 0});
        expect(table->labels.classes == std::vector<std::string>{"7", "9"});
        expect(!table->notes.empty() && table->notes[0].find("an array of their own") != std::string::npos);
      }
    }
  };

  "labels may be texts, columns may have names, and values may stand column after column"_test = [] {
    const std::string names = npy("'<U2'", "(2,)", bytes<char32_t>({U'a', U'"', U'\u00e9', 0})),
                      kinds = npy("'|S3'", "(3, 1)", std::string("be\0cd,be\0", 9)),
                      turned = npy("'<f8'", "(3, 2)", bytes<double>({1.5, 3, -5, 2, 4.25, 6}), true);
    const Result<Table<float>> table =
        read(zip({{"features.npy", names}, {"x.npy", turned}, {"label.npy", kinds}}));
    expect(bool(table)) << table.status().text();
    if (!table) return;
    expect(table->values == std::vector<float>{1.5f, 2, 3, 4.25f, -5, 6});
    expect(table->features == std::vector<std::string>{"a\"", "\u00e9"} && table->label_name == "label");
    expect(table->labels.classes == std::vector<std::string>{"be", "cd,"});
  };

  "the labels are the array's, also where a column is called by a number"_test = [] {
    const std::string names = npy("'<U2'", "(2,)", bytes<char32_t>({U'3', 0, U'4', 0}));
    const Result<Table<float>> table = read(zip({{"features.npy", names}, {"x.npy", x_f8}, {"y.npy", y_i8}}));
    expect(bool(table)) << table.status().text();
    if (!table) return;
    expect(table->label_name == "y" && table->features == std::vector<std::string>{"3", "4"});
  };

  "what is no label is left out: none, or another column"_test = [] {
    const std::string file = zip({{"x.npy", x_f8}, {"y.npy", y_i8}});
    const Result<Table<float>> none = read(file, with_label("none")), first = read(file, with_label("1")),
                               own = read(file, with_label("3"));
    expect(none && none->columns == 2 && !none->has_labels) << none.status().text();
    expect(first && first->columns == 1 && first->labels.classes.size() == 3) << first.status().text();
    expect(own && own->columns == 2 && own->labels.classes.size() == 2) << own.status().text();
    const Result<Table<float>> alone = read(zip({{"x.npy", x_f8}}), with_label("none"));
    expect(alone && alone->columns == 2);
  };

  "arrays that deflate has packed are the same"_test = [] {
    const Result<Table<float>> table =
        read(deflated("x.npy", packed_npy, packed_npy_size, packed_npy_crc), with_label("none"), 50);
    expect(bool(table)) << table.status().text();
    if (!table) return;
    expect(table->rows == 60 && table->columns == 2);
    for (std::size_t i = 0; i < 60; ++i)
      expect(table->values[2 * i] == float(i % 5) / 2 && table->values[2 * i + 1] == float(i % 3));
  };

  "what is wrong with a .npz is said"_test = [] {
    const auto refused = [](const std::string& file, const char* part, CsvOptions options = {}) {
      const Result<Table<float>> table = read(file, std::move(options));
      expect(!table && table.status().text().find(part) != std::string::npos)
          << part << "gave" << (table ? "a table" : table.status().text());
    };
    const auto x = [](std::string_view type, std::string_view shape, std::string_view values,
                      bool by_columns = false) {
      return zip({{"x.npy", npy(type, shape, values, by_columns)}});
    };
    refused(zip({{"a.npy", x_f8}, {"b.npy", x_f8}}), "no array x, X or data, but a, b");
    refused(zip({{"x.npy", x_f8}, {"y.npy", npy("'<i8'", "(2,)", bytes<std::int64_t>({1, 2}))}}),
            "has 2 labels in the array y");
    refused(zip({{"x.npy", x_f8}, {"y.npy", x_f8}}), "has 3×2 labels in the array y");
    refused(zip({{"x.npy", x_f8}, {"features.npy", y_i8}}), "a name for each column");
    refused(x("'>f8'", "(3, 2)", std::string(48, 'a')), "big-endian");
    refused(x("'<c16'", "(3, 2)", std::string(96, 'a')), "'<c16'");
    refused(x("'|O'", "(3, 2)", std::string(48, 'a')), "'|O'");
    refused(x("[('a', '<f8'), ('b', '<f8')]", "(3,)", std::string(48, 'a')), "named fields");
    refused(x("'<U3'", "(1, 1)", std::string(12, 'a')), "texts");
    refused(x("'<f8'", "(6,)", std::string(48, 'a')), "no table");
    refused(x("'<f8'", "(1, 2, 3)", std::string(48, 'a')), "no table");
    refused(x("'<f8'", "()", std::string(8, 'a')), "no table");
    refused(x("'<f8'", "(3, 0)", ""), "no table");
    refused(x("'<f8'", "(3, 3)", std::string(48, 'a')), "another size");
    refused(x("'<f8'", "(4294967296, 4294967296)", std::string(48, 'a')), "no table");
    refused(x("'<f8'", "(99999999999, 1)", std::string(48, 'a')), "shape");
    refused(x("'<f8'", "(-1, 2)", std::string(48, 'a')), "shape");
    refused(x("'<f99999999999'", "(3, 2)", std::string(48, 'a')), "not read");
    refused(zip({{"x.npy", "\x93NUMPX and no more"}}), "does not begin like one");
    refused(zip({{"x.npy", x_f8.substr(0, 40)}}), "ends too early");
    refused(deflated("x.npy", packed_npy, packed_npy_size, packed_npy_crc ^ 1), "damaged in the array x");
    refused(deflated("x.npy", packed_npy, 0xfffffff0u, packed_npy_crc), "damaged in the array x");
    refused(deflated("x.npy", packed_npy, 0xffffffffu, packed_npy_crc), "4 GB");
    refused(deflated("x.npy", packed_npy, packed_npy_size, packed_npy_crc, 12), "by number 12");
    CsvOptions small;
    small.memory_limit = 400;
    refused(deflated("x.npy", packed_npy, packed_npy_size, packed_npy_crc), "memory limit of 400", small);
    small.memory_limit = 100;
    refused(zip({{"x.npy", x_f8}}), "memory limit of 100", small);
  };

  "cut off and damaged archives are refused, or the same table"_test = [] {
    for (const std::string& good : {zip({{"x.npy", x_f8}, {"y.npy", y_i8}}),
                                    deflated("x.npy", packed_npy, packed_npy_size, packed_npy_crc)}) {
      CsvOptions named;
      named.file = "table.npz";
      const Result<Table<float>> wanted = read(good);
      for (std::size_t size = 0; size < good.size(); ++size)
        expect(!read(std::string_view(good).substr(0, size), named)) << double(size);
      std::string bad = good;
      for (std::size_t i = 0; i < good.size(); ++i)
        for (const int change : {1, 0x80, 0xff}) {
          bad[i] = char(bad[i] ^ change);
          const Result<Table<float>> table = read(bad, named);
          expect(!table || table->values.size() == std::size_t(table->rows * table->columns));
          if (table && wanted) expect(table->rows == wanted->rows) << double(i);
          bad[i] = good[i];
        }
    }
  };

  "a format is recognised by its first bytes, then by its name"_test = [] {
    const auto by = [](std::string_view head, std::string_view name) {
      return std::string(reader_of(head, name).id);
    };
    expect(by("a,b\n1,2\n", "") == "csv" && by("a,b\n", "x.tsv") == "csv" && by("a,b\n", "npz") == "csv");
    expect(by("a,b\n", "some.where/x.NPZ") == "npz" && by("a,b\n", "x.npy.gz") == "npy" &&
           by("", "x.arff") == "arff");
    expect(by(x_f8, "x.csv") == "npy" && by("@relation r\n", "x.npy") == "arff");
    expect(by(zip({{"x.npy", x_f8}}), "x.csv") == "npz" && by(zip({{"xl/workbook.xml", ""}}), "") == "csv");
    CsvOptions named;
    const std::pair<const char*, const char*> by_name[] = {
        {"x.npz", "is no zip archive"}, {"x.npy", "does not begin like one"}, {"x.arff", "is not @relation"}};
    for (const auto& [file, part] : by_name) {
      named.file = file;
      const Result<Table<float>> table = read("some text, and more of it\nin two lines\n", named);
      expect(!table && table.status().text().find(part) != std::string::npos)
          << file << table.status().text();
    }
    const Result<Table<float>> sheet = read(zip({{"xl/workbook.xml", "text"}}));
    expect(!sheet && sheet.status().text().find("spreadsheet") != std::string::npos);
    expect(readers_json().find(R"({"id":"npz","extensions":["npz"],)") != std::string::npos)
        << readers_json();
  };
};

}  // namespace zipped_tables_test
