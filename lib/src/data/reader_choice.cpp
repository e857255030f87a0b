// Chooses the reader of a file.
#include <algorithm>

#include "base/json.hpp"
#include "data/number.hpp"
#include "data/readers.hpp"

namespace tanda::internal {
namespace {

bool ends_in(std::string_view name, std::string_view extension) {
  return name.size() > extension.size() && name[name.size() - extension.size() - 1] == '.' &&
         equal_ignoring_case(name.substr(name.size() - extension.size()), extension);
}

template <class Each>
void for_each_extension(const ReaderInfo& info, Each each) {
  for (std::string_view rest = info.extensions; !rest.empty();) {
    const std::size_t end = std::min(rest.find('|'), rest.size());
    each(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

}  // namespace

const ReaderInfo* reader_of_content(std::string_view head) {
  for (const ReaderInfo& info : readers())
    if (info.recognises && info.recognises(head)) return &info;
  return nullptr;
}

const ReaderInfo& reader_of(std::string_view head, std::string_view name) {
  if (const ReaderInfo* const known = reader_of_content(head)) return *known;
  if (ends_in(name, "gz")) name.remove_suffix(3);
  const Catalog<ReaderInfo>& all = readers();
  const ReaderInfo* by_name = &all[all.size() - 1];
  for (const ReaderInfo& info : all)
    for_each_extension(info, [&](std::string_view extension) {
      if (ends_in(name, extension)) by_name = &info;
    });
  return *by_name;
}

std::string readers_json() {
  Json list = Json::array();
  for (const ReaderInfo& info : readers()) {
    Json extensions = Json::array();
    for_each_extension(info, [&](std::string_view extension) { extensions.push(std::string(extension)); });
    list.push(
        Json::object().set("id", info.id).set("extensions", std::move(extensions)).set("title", info.title));
  }
  return list.dump();
}

}  // namespace tanda::internal
