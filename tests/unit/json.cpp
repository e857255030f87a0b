#include "base/json.hpp"

#include <cmath>
#include <cstring>
#include <limits>

#include "tanda/detail/random.hpp"
#include "ut.hpp"

namespace json_test {
using namespace ut;
using tanda::internal::Json;

std::string round_trip(const std::string& text) {
  const auto json = Json::parse(text);
  return json ? json->dump() : "refused: " + json.status().message();
}
bool refused(const std::string& text) {
  return !Json::parse(text);
}

const suite json_suite{[] {
  "whole numbers above 2^53 are kept, as text"_test = [] {
    for (const std::uint64_t value :
         {std::uint64_t{0}, std::uint64_t{1} << 53, (std::uint64_t{1} << 53) + 1, ~std::uint64_t{0}}) {
      const auto json = Json::parse(Json::object().set("seed", tanda::internal::whole_json(value)).dump());
      expect(json && tanda::internal::whole_or(json->find("seed"), 7) == value)
          << tanda::internal::whole_text(value);
    }
    expect(tanda::internal::whole_json(5).is_number() &&
           tanda::internal::whole_text(~std::uint64_t{0}) == "18446744073709551615");
    for (const Json& json :
         {Json(-1), Json(1.5), Json("x1"), Json("99999999999999999999"), Json(""), Json(true)})
      expect(tanda::internal::whole_or(&json, 7) == 7u) << json.dump();
    expect(tanda::internal::whole_or(nullptr, 7) == 7u);
  };

  "json is built in a chain and keeps its order"_test = [] {
    const Json json = Json::object()
                          .set("z", 1)
                          .set("a", std::size_t{2})
                          .set("t", "text")
                          .set("yes", true)
                          .set("v", std::vector<double>{1, 2.5})
                          .set("w", std::vector<bool>{true, false})
                          .set("s", std::vector<std::string>{"x", "y"})
                          .set("n", Json())
                          .set("e", Json::array())
                          .set("o", Json::object())
                          .set("z", 9L);
    expect(
        json.dump() ==
        R"({"z":9,"a":2,"t":"text","yes":true,"v":[1,2.5],"w":[true,false],"s":["x","y"],"n":null,"e":[],"o":{}})")
        << json.dump();
    expect(json.number_or("a", 0) == 2 && json.number_or("t", 7) == 7 && json.number_or("none", 8) == 8);
    expect(json.text_or("t", "") == "text" && json.text_or("a", "other") == "other");
    expect(json.bool_or("yes", false) && !json.bool_or("no", false));
    expect(json.find("none") == nullptr && json.find("o")->is_object());
    expect(Json(3).find("x") == nullptr && Json(3).items().empty() && Json("x").members().empty());
  };

  "indented json puts plain arrays on one line"_test = [] {
    const Json json = Json::object()
                          .set("a", std::vector<int>{1, 2})
                          .set("b", Json::array().push(std::vector<int>{3}).push(Json::object()));
    expect(json.dump(2) == "{\n  \"a\": [1, 2],\n  \"b\": [\n    [3],\n    {}\n  ]\n}") << json.dump(2);
  };

  "numbers read back to the same double"_test = [] {
    expect(Json(0.1).dump() == "0.1");
    expect(Json(1.0).dump() == "1" && Json(-3.0).dump() == "-3" && Json(1e15).dump() == "1000000000000000");
    expect(Json(1e300).dump() == "1e+300" && Json(5e-324).dump() != "0");
    expect(Json(1.0 / 3).dump() == "0.3333333333333333") << Json(1.0 / 3).dump();
    expect(Json(std::numeric_limits<double>::quiet_NaN()).dump() == "null");
    expect(Json(-std::numeric_limits<double>::infinity()).dump() == "null");
    tanda::Random random(1);
    for (int i = 0; i < 20000; ++i) {
      const std::uint64_t bits = random.next();
      double value;
      std::memcpy(&value, &bits, sizeof value);
      if (!std::isfinite(value)) continue;
      const auto back = Json::parse(Json(value).dump());
      expect(back && back->number_or(0) == value) << Json(value).dump();
    }
    const auto zero = Json::parse(Json(-0.0).dump());
    expect(zero && std::signbit(zero->number_or(1)));
  };

  "texts are escaped and come back"_test = [] {
    expect(Json(std::string("a\"\\\n\r\t\x01") + '\0').dump() == R"("a\"\\\n\r\t\u0001\u0000")");
    expect(round_trip(R"("\u00e9\u20ac\ud83d\ude00\/\b\f")") == "\"é€😀/\\u0008\\u000c\"");
    expect(Json("\xff\xc3(").dump() == "\"\xEF\xBF\xBD\xEF\xBF\xBD(\"") << "bad UTF-8 is replaced";
    expect(round_trip(" { \"a\" : [ 1 , -0.5e+1, true, false, null ] } ") ==
           R"({"a":[1,-5,true,false,null]})");
  };

  "what is not json is refused"_test = [] {
    for (const char* text : {"",
                             " ",
                             "{",
                             "[",
                             "[1",
                             "[1,",
                             "[1,]",
                             "{\"a\"}",
                             "{\"a\":}",
                             "{\"a\":1,}",
                             "{a:1}",
                             "01",
                             "1.",
                             ".5",
                             "+1",
                             "-",
                             "1e",
                             "1e+",
                             "1e999",
                             "nul",
                             "nullx",
                             "tru",
                             "\"",
                             "\"\\",
                             "\"\\x\"",
                             "\"\\u12\"",
                             "\"\\ud800\"",
                             "\"\\ud800\\u0041\"",
                             "\"\\udc00\"",
                             "\"\n\"",
                             "\"\xff\"",
                             "\"\xc0\x80\"",
                             "\"\xed\xa0\x80\"",
                             "\"\xf5\x80\x80\x80\"",
                             "\"\xe2\x82",
                             "1 2",
                             "[] x",
                             "NaN",
                             "Infinity",
                             "\xEF\xBB\xBF{}",
                             "'a'",
                             "// c\n1"})
      expect(refused(text)) << text;
    expect(refused(std::string("1\0", 2)));
    const auto status = Json::parse("{\n \"a\": x}").status();
    expect(status.message() == "JSON, line 2, column 7: this is not a JSON value") << status.message();
  };

  "deep nesting is refused, not crashed on"_test = [] {
    expect(!refused(std::string(60, '[') + std::string(60, ']')));
    expect(refused(std::string(1000000, '[')));
    std::string objects;
    for (int i = 0; i < 100000; ++i) objects += "{\"a\":";
    expect(refused(objects));
  };

  "mutated json never crashes, and what is read is written and read again"_test = [] {
    const std::string seed = R"({"a":[1,2.5e-3,"x\u00e9\n",{"b":null}],"c":true,"d":"é€😀","e":[[],{}]})";
    tanda::Random random(2);
    const std::string alphabet = "{}[]\",:\\u0123456789eE+-.truefalsn \n\xc3\xff";
    for (int i = 0; i < 20000; ++i) {
      std::string text = seed;
      for (std::uint64_t n = 1 + random.below(4); n > 0; --n) {
        const std::size_t at = random.below(text.size());
        if (random.below(3) == 0) {
          text.erase(at, 1 + random.below(5));
        } else {
          text[at] = alphabet[random.below(alphabet.size())];
        }
        if (text.empty()) text = " ";
      }
      const auto json = Json::parse(text);
      if (!json) continue;
      const auto again = Json::parse(json->dump(3));
      expect(again && again->dump() == json->dump()) << text;
    }
  };
}};
}  // namespace json_test
