#include "data/inflate.hpp"

#include <algorithm>
#include <array>

namespace tanda::internal {
namespace {

constexpr int longest_code = 15, symbols_of_lengths = 288, symbols_of_distances = 30;

/// Reads the bits of a stream, starting at the lowest bit of each byte. Past the end they are zeros, and
/// `overrun` is true.
class Bits {
 public:
  explicit Bits(std::string_view bytes) : next_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  /// The next bits, at most 16, without consuming them.
  unsigned peek(int count) {
    while (held_ < count) {
      const unsigned byte = next_ < end_ ? static_cast<unsigned char>(*next_) : 0u;
      missing_ += next_ < end_ ? 0 : 8;
      if (next_ < end_) ++next_;
      word_ |= std::uint32_t(byte) << held_;
      held_ += 8;
    }
    return unsigned(word_ & ((1u << count) - 1));
  }
  void drop(int count) {
    word_ >>= count;
    held_ -= count;
  }
  unsigned take(int count) {
    const unsigned bits = peek(count);
    drop(count);
    return bits;
  }
  bool overrun() const { return overrun_ || missing_ > held_; }
  /// Skips to the next whole byte and takes `count` bytes, or as many as are left.
  std::string_view take_bytes(std::size_t count) {
    drop(held_ % 8);
    while (held_ > missing_) {  // returns whole bytes that were only peeked at
      --next_;
      held_ -= 8;
    }
    overrun_ = overrun();
    word_ = 0;
    held_ = missing_ = 0;
    const std::string_view bytes(next_, std::min(count, std::size_t(end_ - next_)));
    next_ += bytes.size();
    return bytes;
  }

 private:
  const char* next_;
  const char* end_;
  std::uint32_t word_ = 0;
  int held_ = 0, missing_ = 0;  ///< bits in the word, and how many of them are past the end
  bool overrun_ = false;
};

/// A prefix code (Huffman code): symbols in the order of their codes, which are numbered in the order of
/// their lengths.
class PrefixCode {
 public:
  /// False if the lengths are not those of a prefix code. A code with unused entries is accepted; decoding
  /// fails when such an entry occurs.
  bool make(const unsigned char* lengths, int count) {
    counts_.fill(0);
    for (int i = 0; i < count; ++i) ++counts_[lengths[i]];
    counts_[0] = 0;
    int left = 1;
    std::array<int, longest_code + 2> starts{};
    for (int length = 1; length <= longest_code; ++length) {
      left = 2 * left - counts_[std::size_t(length)];
      if (left < 0) return false;
      starts[std::size_t(length) + 1] = starts[std::size_t(length)] + counts_[std::size_t(length)];
    }
    for (int i = 0; i < count; ++i)
      if (lengths[i] > 0) symbols_[std::size_t(starts[lengths[i]]++)] = static_cast<unsigned short>(i);
    return true;
  }

  /// Reads the next symbol; −1 = invalid code.
  int read(Bits& bits) const {
    unsigned ahead = bits.peek(longest_code);
    int code = 0, first = 0, index = 0;
    for (int length = 1; length <= longest_code; ++length, ahead >>= 1) {
      code |= int(ahead & 1);
      const int count = counts_[std::size_t(length)];
      if (code - first < count) {
        bits.drop(length);
        return symbols_[std::size_t(index + code - first)];
      }
      index += count;
      first = 2 * (first + count);
      code *= 2;
    }
    return -1;
  }

 private:
  std::array<int, longest_code + 1> counts_{};
  std::array<unsigned short, symbols_of_lengths> symbols_{};
};

class Inflater {
 public:
  Inflater(std::string_view packed, std::uint64_t size, std::string& out)
      : bits_(packed), size_(size), out_(out) {}

  bool run() {
    for (bool last = false; !last;) {
      last = bits_.take(1) == 1;
      const unsigned kind = bits_.take(2);
      const bool good = kind == 0   ? stored()
                        : kind == 1 ? fixed() && block()
                                    : kind == 2 && described() && block();
      if (!good || bits_.overrun()) return false;
    }
    return out_.size() == size_;
  }

 private:
  bool stored() {
    const std::string_view head = bits_.take_bytes(4);
    if (head.size() < 4) return false;
    const auto byte = [&](std::size_t i) { return unsigned(static_cast<unsigned char>(head[i])); };
    const unsigned length = byte(0) | byte(1) << 8, inverse = byte(2) | byte(3) << 8;
    if ((length ^ inverse) != 0xffff || length > size_ - out_.size()) return false;
    const std::string_view bytes = bits_.take_bytes(length);
    out_ += bytes;
    return bytes.size() == length;
  }

  bool fixed() {
    std::array<unsigned char, symbols_of_lengths> lengths;
    for (std::size_t i = 0; i < lengths.size(); ++i) lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    std::array<unsigned char, symbols_of_distances> distances;
    distances.fill(5);
    return lengths_.make(lengths.data(), int(lengths.size())) &&
           distances_.make(distances.data(), int(distances.size()));
  }

  /// Reads the code tables that precede a block; their lengths are encoded with a code of their own.
  bool described() {
    constexpr unsigned char order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    const int lengths = int(bits_.take(5)) + 257, distances = int(bits_.take(5)) + 1,
              coded = int(bits_.take(4)) + 4;
    if (lengths > 286 || distances > symbols_of_distances) return false;
    std::array<unsigned char, 320> all{};
    for (int i = 0; i < coded; ++i) all[order[i]] = static_cast<unsigned char>(bits_.take(3));
    if (!lengths_.make(all.data(), 19)) return false;
    all.fill(0);
    for (int i = 0; i < lengths + distances;) {
      const int symbol = lengths_.read(bits_);
      if (symbol < 0 || bits_.overrun()) return false;
      if (symbol < 16) {
        all[std::size_t(i++)] = static_cast<unsigned char>(symbol);
        continue;
      }
      if (symbol == 16 && i == 0) return false;
      const unsigned char repeated = symbol == 16 ? all[std::size_t(i) - 1] : 0;
      int times = symbol == 16   ? 3 + int(bits_.take(2))
                  : symbol == 17 ? 3 + int(bits_.take(3))
                                 : 11 + int(bits_.take(7));
      if (times > lengths + distances - i) return false;
      for (; times > 0; --times) all[std::size_t(i++)] = repeated;
    }
    const unsigned char end_of_block = all[256];
    return end_of_block > 0 && lengths_.make(all.data(), lengths) &&
           distances_.make(all.data() + lengths, distances);
  }

  /// Decodes bytes, and pairs of a length and a distance back, until the end of the block.
  bool block() {
    for (;;) {
      const int symbol = lengths_.read(bits_);
      if (symbol < 0 || bits_.overrun()) return false;
      if (symbol == 256) return true;
      if (symbol < 256) {
        if (out_.size() == size_) return false;
        out_ += static_cast<char>(symbol);
      } else if (!copy(symbol - 257)) {
        return false;
      }
    }
  }

  bool copy(int symbol) {
    if (symbol > 28) return false;
    // Groups of four symbols have the same number of extra bits; the last symbol means 258 exactly.
    const int bits = symbol < 8 || symbol == 28 ? 0 : symbol / 4 - 1;
    const std::size_t base = symbol < 8     ? std::size_t(symbol) + 3
                             : symbol == 28 ? 258
                                            : std::size_t((4 + symbol % 4) << bits) + 3;
    const std::size_t length = base + bits_.take(bits);
    const int far = distances_.read(bits_);
    if (far < 0 || far > 29) return false;
    const int more = far < 4 ? 0 : far / 2 - 1;
    const std::size_t distance =
        (far < 4 ? std::size_t(far) : std::size_t(2 + far % 2) << more) + 1 + bits_.take(more);
    if (distance > out_.size() || length > size_ - out_.size()) return false;
    for (std::size_t i = 0; i < length; ++i) out_ += out_[out_.size() - distance];
    return true;
  }

  Bits bits_;
  std::uint64_t size_;
  std::string& out_;
  PrefixCode lengths_, distances_;
};

}  // namespace

bool inflate_all(std::string_view packed, std::uint64_t size, std::string& out) {
  out.clear();
  return Inflater(packed, size, out).run();
}

}  // namespace tanda::internal
