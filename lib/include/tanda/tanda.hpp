// tanda for hosted C++: read or view samples, fit a supervised projection, use the model, save it. A program
// includes only this header. Nothing in it throws, prints or aborts: functions that can fail return a Status
// or a Result, also when memory runs out. \code
//   const auto table = tanda::read_csv("wine.csv");  // or any array: tanda::view(values, rows, cols, labels)
//   if (!table) return fail(table.status().text());
//   const auto model = tanda::fit(*table, "lfda", {{"neighbors", "5"}});
//   if (!model) return fail(model.status().text());
//   const auto embedded = model->transform(table->x());
//   const auto labels = model->predict(table->x());
//   const tanda::Status kept = model->save("wine.tanda");
// \endcode
#pragma once

#include "tanda/dataset.hpp"
#include "tanda/fit.hpp"
#include "tanda/methods.hpp"
#include "tanda/model.hpp"
#include "tanda/status.hpp"
#include "tanda/version.hpp"
#include "tanda/workspace.hpp"

/// The library. Names in `tanda::detail` and `tanda::internal` are not part of the interface and may change.
namespace tanda {}
