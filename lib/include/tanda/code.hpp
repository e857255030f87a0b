// Status codes with their texts and remedies, in a single table. Options are in braces, {missing=drop}: each
// front end replaces them by the form its users write. Freestanding: firmware includes this file.
#pragma once

namespace tanda {

/// The kind of an error; a program can map it to an exit code.
enum class ErrorCategory : unsigned char { none, usage, data, fit, io };

/// What happened. Numbers may change, names do not: code_table has the name, text and remedy of each. \code
///   const auto model = tanda::Model::open("wine.tanda");
///   if (model.status().code() == tanda::Code::cannot_read) return fail("there is no wine.tanda yet");
/// \endcode
enum class Code : unsigned char {
  ok,
  cancelled,
  bad_argument,
  unknown_method,
  unknown_parameter,
  bad_parameter,
  empty_data,
  ragged_row,
  not_a_number,
  missing_value,
  bad_text,
  no_such_column,
  column_mismatch,
  not_finite,
  too_large,
  one_class,
  no_labels,
  too_few_samples,
  no_variation,
  memory_limit,
  out_of_memory,
  not_representable,
  no_projection,
  bad_model,
  model_version,
  wrong_shape,
  cannot_read,
  cannot_write,
};

/// What there is to say about a code.
struct CodeInfo {
  Code code;               ///< which one
  ErrorCategory category;  ///< what kind
  const char* name;        ///< "bad_argument": stable, for programs
  const char* text;        ///< what happened, if there is no more specific message
  const char* remedy;      ///< what to do about it
};

/// All codes, in their order.
inline constexpr CodeInfo code_table[] = {
    {Code::ok, ErrorCategory::none, "ok", "no error", ""},
    {Code::cancelled, ErrorCategory::fit, "cancelled", "cancelled before it was done",
     "run it again to finish"},
    {Code::bad_argument, ErrorCategory::usage, "bad_argument", "an argument makes no sense", "see {help()}"},
    {Code::unknown_method, ErrorCategory::usage, "unknown_method", "there is no such method",
     "{methods()} lists them"},
    {Code::unknown_parameter, ErrorCategory::usage, "unknown_parameter", "the method has no such parameter",
     "{methods(ID)} lists its parameters"},
    {Code::bad_parameter, ErrorCategory::usage, "bad_parameter", "a parameter's value is out of its range",
     "{methods(ID)} shows the ranges"},
    {Code::empty_data, ErrorCategory::data, "empty_data", "there are no data", "give at least two samples"},
    {Code::ragged_row, ErrorCategory::data, "ragged_row", "a row has another number of fields than the first",
     "correct the row, or quote fields that hold the separator"},
    {Code::not_a_number, ErrorCategory::data, "not_a_number", "a field is not a number",
     "correct it, leave it empty for a missing value, or name the label column with {label}"},
    {Code::missing_value, ErrorCategory::data, "missing_value", "a value is missing",
     "use {missing=drop} or {missing=mean}"},
    {Code::bad_text, ErrorCategory::data, "bad_text", "this is not CSV text",
     "give comma, semicolon or tab separated text, or its .gz"},
    {Code::no_such_column, ErrorCategory::data, "no_such_column", "there is no such column",
     "use a name from the header, or a column number from 1"},
    {Code::column_mismatch, ErrorCategory::data, "column_mismatch", "the columns are not those of the model",
     "give the columns the model was fitted on; {inspect(MODEL)} lists them"},
    {Code::not_finite, ErrorCategory::data, "not_finite", "a value is infinite or not a number",
     "remove or correct the sample"},
    {Code::too_large, ErrorCategory::data, "too_large", "values are too large to square safely",
     "use {scale=zscore}, or other units"},
    {Code::one_class, ErrorCategory::data, "one_class", "all samples are of one class",
     "give samples of two classes, or choose a method that needs no labels"},
    {Code::no_labels, ErrorCategory::data, "no_labels", "the method needs labels and the data have none",
     "name the label column with {label}"},
    {Code::too_few_samples, ErrorCategory::data, "too_few_samples", "there are too few samples",
     "give more samples, or check the label column"},
    {Code::no_variation, ErrorCategory::fit, "no_variation",
     "the data do not vary in any direction the method can use",
     "check for constant columns and duplicate rows"},
    {Code::memory_limit, ErrorCategory::fit, "memory_limit",
     "the fit needs more memory than the limit allows",
     "raise {memory-limit}, use {pca}, or take fewer samples"},
    {Code::out_of_memory, ErrorCategory::fit, "out_of_memory", "memory ran out",
     "use {pca}, or take fewer samples"},
    {Code::not_representable, ErrorCategory::fit, "not_representable",
     "the projection does not fit into single precision", "use {scale=zscore}, or other units"},
    {Code::no_projection, ErrorCategory::usage, "no_projection",
     "the method embeds its training set only: new samples cannot be projected",
     "choose a method that projects new samples; the list of methods names those that do not"},
    {Code::bad_model, ErrorCategory::data, "bad_model", "these bytes are not a whole tanda model",
     "copy the file again, or fit the model again"},
    {Code::model_version, ErrorCategory::data, "model_version", "the model is of another version of tanda",
     "use that version, or fit the model again"},
    {Code::wrong_shape, ErrorCategory::data, "wrong_shape", "the sizes do not belong together",
     "check rows, columns and the lengths of the arrays"},
    {Code::cannot_read, ErrorCategory::io, "cannot_read", "the file cannot be read",
     "check the path and its permissions"},
    {Code::cannot_write, ErrorCategory::io, "cannot_write", "the file cannot be written",
     "check the folder, its permissions and the free space"},
};

/// What there is to say about a code. O(1) \code
///   tanda::Statistics<float, 16, 4> seen;
///   const tanda::Code code = seen.push(x, label);
///   if (code != tanda::Code::ok) std::puts(tanda::info(code).text);
/// \endcode
/// @param code which one
constexpr const CodeInfo& info(Code code) {
  return code_table[static_cast<unsigned char>(code)];
}

}  // namespace tanda
