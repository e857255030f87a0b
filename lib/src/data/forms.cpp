#include "forms.hpp"

namespace tanda::csv {

const FormInfo* form_of(std::string_view head) {
  static const FormInfo forms[] = {arff_form(), npy_form()};
  for (const FormInfo& form : forms)
    if (form.recognises(head)) return &form;
  return nullptr;
}

}  // namespace tanda::csv
