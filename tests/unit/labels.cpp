#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "ut.hpp"

namespace labels_test {
using namespace ut;
using Texts = std::vector<std::string>;
using Numbers = std::vector<int>;

const suite labels_suite{[] {
  "labels that are numbers are ordered by value"_test = [] {
    const auto labels = tanda::internal::encode_labels({"10", "9", "-1", "1e1", "9"});
    expect(labels.classes == Texts{"-1", "9", "10", "1e1"});
    expect(labels.numbers == Numbers{2, 1, 0, 3, 1});
  };
  "other labels are ordered by bytes"_test = [] {
    const auto labels = tanda::internal::encode_labels({"b", "10", "9", "B", "\xC3\xA4", "b"});
    expect(labels.classes == Texts{"10", "9", "B", "b", "\xC3\xA4"});
    expect(labels.numbers == Numbers{3, 0, 1, 2, 4, 3});
  };
  "an empty label is no class"_test = [] {
    const auto labels = tanda::internal::encode_labels({"", "x", ""});
    expect(labels.classes == Texts{"x"});
    expect(labels.numbers == Numbers{-1, 0, -1});
    expect(tanda::internal::encode_labels({}).classes.empty());
    expect(tanda::internal::encode_labels({"", ""}).numbers == Numbers{-1, -1});
  };
  "one label that is no number makes all texts"_test = [] {
    expect(tanda::internal::encode_labels({"2", "10", "inf"}).classes == Texts{"10", "2", "inf"});
  };
  "the classes do not depend on the order of the samples"_test = [] {
    Texts texts;
    for (int i = 0; i < 5000; ++i) texts.push_back(std::to_string(i * 7919 % 1000));
    const auto forward = tanda::internal::encode_labels(texts);
    const auto backward = tanda::internal::encode_labels(Texts(texts.rbegin(), texts.rend()));
    expect(forward.classes == backward.classes && forward.classes.size() == 1000u);
    expect(forward.numbers == Numbers(backward.numbers.rbegin(), backward.numbers.rend()));
    expect(forward.numbers[1] == 919);
  };
}};

}  // namespace labels_test
