// The list of kernels.
#include "base/text.hpp"
#include "data/kernel.hpp"

// Each kernel has a file kernels/NAME.cpp and a line here.
#define TANDA_KERNELS(X) \
  X(rbf)                 \
  X(poly)                \
  X(linear)              \
  X(laplace)             \
  X(cosine)

namespace tanda::internal {

#define TANDA_DECLARE_KERNEL(id) const KernelInfo& id##_kernel();
TANDA_KERNELS(TANDA_DECLARE_KERNEL)

const Catalog<KernelInfo>& kernels() {
#define TANDA_KERNEL_ENTRY(id) &id##_kernel(),
  static const KernelInfo* const entries[] = {TANDA_KERNELS(TANDA_KERNEL_ENTRY)};
  static const Catalog<KernelInfo> all(entries);
  return all;
}

const KernelInfo* kernel_of_number(std::uint32_t number) {
  for (const KernelInfo& info : kernels())
    if (info.number == number) return &info;
  return nullptr;
}

Choices kernel_choices() {
  struct Texts {
    std::string words, doc;
  };
  static const Texts texts = [] {
    Texts all;
    for (const KernelInfo& info : kernels()) {
      append(all.words, {all.words.empty() ? "" : "|", info.id});
      append(all.doc, {all.doc.empty() ? "" : "; ", info.id, " = ", info.formula});
    }
    return all;
  }();
  return {texts.words.c_str(), texts.doc.c_str()};
}

}  // namespace tanda::internal
