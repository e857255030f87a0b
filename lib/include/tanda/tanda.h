/** \file
 * tanda in C: fit, transform, predict and evaluate supervised projections. The one interface behind
 * WebAssembly, Swift, Kotlin, Python and every other language that can call C.
 *
 * - A function that can fail returns a code, 0 = success, and fills in the tanda_error it was passed (which
 * may be NULL). A function that failed has changed nothing and created nothing.
 * - Handles are opaque; each is freed by the _free function of its kind, which accepts NULL. Arrays belong to
 * the caller.
 * - Different threads may use different handles at the same time, and the same model, as long as none of them
 * frees it.
 * - Nothing here throws, prints, exits, or keeps a pointer to the caller's memory after it has returned.
 *
 * \code
 *   tanda_options* options = tanda_options_new();
 *   if (tanda_options_set(options, "method", "lfda", &error) != 0 ||
 *       tanda_fit(options, &data, &model, &error) != 0 ||
 *       tanda_predict(model, x, rows, cols, labels, &error) != 0)
 *     printf("%s (%s)\n", error.message, error.remedy);
 *   tanda_model_free(model);
 *   tanda_options_free(options);
 * \endcode
 * native/examples/c contains the complete program.
 */
#ifndef TANDA_TANDA_H
#define TANDA_TANDA_H

#include <stddef.h>
#include <stdint.h>

#include "tanda/detail/api.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Increased when an existing function or struct changes incompatibly; additions do not change it. */
#define TANDA_ABI 1

/* For tanda_spelling. */
#define TANDA_SPELLING_C 0          /**< missing=drop */
#define TANDA_SPELLING_PROGRAM 1    /**< --missing drop */
#define TANDA_SPELLING_CPP 2        /**< `missing = Missing::drop` */
#define TANDA_SPELLING_JAVASCRIPT 3 /**< `missing: 'drop'` */
#define TANDA_SPELLING_PYTHON 4     /**< `missing="drop"` */

typedef struct tanda_options tanda_options;       /**< options as pairs of texts, name and value */
typedef struct tanda_model tanda_model;           /**< a fitted model */
typedef struct tanda_table tanda_table;           /**< a table that was read */
typedef struct tanda_reader tanda_reader;         /**< a table that is being read */
typedef struct tanda_statistics tanda_statistics; /**< counts, means and scatter of classes */
typedef struct tanda_scan tanda_scan;             /**< a text whose columns are being examined */
typedef struct tanda_bytes tanda_bytes;           /**< text or a file, with its length */

/** What went wrong. */
typedef struct tanda_error {
  int32_t code;      /**< 0 = no error; tanda_code_name names the others */
  char message[508]; /**< what is wrong and where */
  char remedy[256];  /**< what to do about it */
} tanda_error;

/** Samples in single or double precision. Set members that are not used to zero. */
typedef struct tanda_data {
  const float* values;   /**< rows x cols, row after row */
  const double* doubles; /**< the samples in double precision; used where values is NULL */
  size_t rows;           /**< samples */
  size_t cols;           /**< features */
  const int32_t* labels; /**< a class number from 0 for each row, -1 = unlabelled; NULL = there are none */
  const char* const* classes;  /**< names of the classes; NULL = "0", "1", ... */
  size_t class_count;          /**< number of classes; without names, 0 = the largest label plus one */
  const char* const* features; /**< cols names, or NULL */
} tanda_data;

/** The sizes and kinds of a model. */ typedef struct tanda_model_info {
  size_t inputs;     /**< features of a sample */
  size_t outputs;    /**< dimensions of a projected sample */
  size_t classes;    /**< how many */
  size_t references; /**< reference points that the model classifies by */
  int32_t map;       /**< 0 linear, 1 kernel, 2 embedding: cannot project */
  int32_t rule; /**< 0 only projects, 1 nearest neighbours, 2 degree of membership, 3 nearest class mean */
  int32_t neighbors;   /**< k of rule 1 */
  int32_t unit_length; /**< 1: each sample is scaled to unit length first */
} tanda_model_info;

/** Called repeatedly, on the calling thread, with the name of the stage and the fraction of it that is done
 * (0..1). A return value other than 0 cancels. */
typedef int (*tanda_progress)(void* context, const char* stage, double fraction);

/* ---- About the library */
TANDA_API int32_t tanda_abi(void);         /**< the TANDA_ABI that the library was built with */
TANDA_API const char* tanda_version(void); /**< "1.2.3" */
/** The name of a code, such as "bad_argument"; "unknown" for a number that is not a code.
 * @param code a function's return value, or tanda_error::code */
TANDA_API const char* tanda_code_name(int32_t code);
/** What a code means, in a sentence.
 * @param code a function's return value, or tanda_error::code */
TANDA_API const char* tanda_code_text(int32_t code);
/** What to do about the error that a code stands for.
 * @param code a function's return value, or tanda_error::code */
TANDA_API const char* tanda_code_remedy(int32_t code);
/** Chooses how messages, remedies and notes write options, for the whole process. A package for another
 * language calls this once when it is loaded; the default is TANDA_SPELLING_C. Returns the previous value, or
 * -1 for an unknown number.
 * @param spelling one of TANDA_SPELLING_... */
TANDA_API int32_t tanda_spelling(int32_t spelling);
/** All methods, their parameters, ranges and defaults, as JSON.
 * @param json receives the JSON text, to be freed
 * @param error receives what went wrong; may be NULL */
TANDA_API int32_t tanda_methods(tanda_bytes** json, tanda_error* error);
/** The formats that can be read and written, as JSON: {"readers":[{"id","extensions","title"}],
 * "exporters":[{"id","extension","title","text","options"}]}.
 * @param json receives the JSON text, to be freed
 * @param error receives what went wrong; may be NULL */
TANDA_API int32_t tanda_formats(tanda_bytes** json, tanda_error* error);

/* clang-format off */
/* ---- Options: the words of the command line, without dashes. One handle serves all functions; each takes
 *      what it knows. tests/abi/options.cpp compares this list with the table of the library.
 *
 *   fit, plan, tune  method         an id of tanda_methods; fit: auto = not set = the best of several by
 *                                   cross-validation
 *                    dims           how many; auto = not set = chosen by cross-validation
 *                    set            NAME=VALUE of a parameter; repeatable
 *                    scale          auto = not set (zscore where features differ in scale by more than 10
 *                                   times, else none), none, zscore, minmax, unit
 *                    pca            a number, or a fraction of the variance such as 0.95
 *                    scalar         float, double
 *                    classifier     such as knn:5; the error about an unknown one lists all
 *                    threads        number of threads; the result is the same
 *   fit, tune        tune           true: choose by cross-validation what the method proposes
 *                    select         NAME=v1,v2: choose among these; repeatable
 *                    folds, repeats of the cross-validation
 *                    seed           a number
 *                    memory-limit   100000000, 512M, 2GiB
 *   fit              label, id      what these columns are called (as for read_csv): the model remembers, and
 *                                   read_csv with the model finds them again
 *   evaluate         methods        lda,lfda:ridge=0, or all; repeatable
 *                    train          a fraction of each class such as 0.25, or a number of samples of each
 *                    test           the same for the test set, from the rest; all of it = not set
 *                    labelled       samples of each class that keep their label in training; all = not set
 *                    dims           10, 2,5,10, 1-40, all
 *                    best-dims      mean = not set (where the mean error is smallest), split (the best of each)
 *                    splits, folds, neighbors, threads
 *                    honest, baseline, tune, confusion   true, false
 *                    select, scale, pca, scalar, seed, memory-limit
 *   read_csv         label          a name, a number from 1, none; detected = not set
 *                    drop, keep     a column that is not used; one that is, instead of all. Repeatable
 *                    id             a column that names the rows: not a feature
 *                    missing        error, drop, mean
 *                    malformed      error = not set, missing: features that are not numbers count as missing, and
 *                                   rows with another number of cells are left out
 *                    header         auto = not set: found, true, false: whether the first row has names
 *                    sep            a character, or comma, semicolon, tab, pipe, space; detected = not set
 *                    decimal        . or ,
 *                    memory-limit   of the table
 *   export           format         an exporter's id; tanda_formats lists which of these each one takes:
 *                    name           prefix of names in source code
 *                    quantize       none, int8
 *                    prototypes     largest number of reference points
 *   statistics       scatter        pooled = not set, class: of each class, which some parameters of methods need
 */
/* clang-format on */
TANDA_API tanda_options* tanda_options_new(void); /**< NULL: out of memory */
/** Frees options.
 * @param options may be NULL */
TANDA_API void tanda_options_free(tanda_options* options);
/** Sets one option; a value that is refused changes nothing.
 * @param options the options to change
 * @param name one of the list above
 * @param value its value, as text
 * @param error receives what is wrong with the value; may be NULL */
TANDA_API int32_t tanda_options_set(tanda_options* options, const char* name, const char* value,
                                    tanda_error* error);
/** Sets a callback that reports the progress of calls with these options and can cancel them.
 * @param options the options of these calls
 * @param progress the callback; NULL = none
 * @param context passed to the callback as its first argument */
TANDA_API void tanda_options_progress(tanda_options* options, tanda_progress progress, void* context);
/** For evaluate: a stratum, from 0, for each row, such as the digit where the classes are even and odd
 * digits. Then train, test and labelled are sizes of each stratum within each class. The numbers are copied.
 * @param options the options to change
 * @param strata rows numbers
 * @param rows number of rows; 0 = none
 * @param error receives what went wrong; may be NULL */
TANDA_API int32_t tanda_options_strata(tanda_options* options, const int32_t* strata, size_t rows,
                                       tanda_error* error);

/** For fit, tune and evaluate: the caller's own partition, for methods that use one. A number from 0 for each
 * row; rows of one class with the same number form a patch. The numbers are copied.
 * @param options the options to change
 * @param patches rows numbers
 * @param rows number of rows; 0 = none
 * @param error receives what went wrong; may be NULL */
TANDA_API int32_t tanda_options_patches(tanda_options* options, const int32_t* patches, size_t rows,
                                        tanda_error* error);

/* ---- From data to models and evaluations */
/** Fits a model. What the options leave open is chosen automatically and noted in the model's record. Time
 * and memory depend on the method (docs/COSTS.md); tanda_plan gives the number of bytes.
 * @param options the options of the fit; NULL = everything is chosen
 * @param data the samples
 * @param model receives the model, to be freed
 * @param error receives what went wrong; may be NULL */
TANDA_API int32_t tanda_fit(const tanda_options* options, const tanda_data* data, tanda_model** model,
                            tanda_error* error);
/** Fits a model in the caller's memory. The method must be named, and nothing is chosen by cross-validation.
 * In addition to that memory, only the model, some notes and the packing buffers of matrix products are
 * allocated; tanda_plan counts these, too. A few tangent methods factor a sparse matrix: the factor uses the
 * memory beyond the size that tanda_workspace gives; if that is not enough, the fit ends with the code
 * memory_limit.
 * @param options the options of the fit, with a method
 * @param data the samples
 * @param memory begins at a multiple of 64
 * @param size its bytes, at least what tanda_workspace gives
 * @param model receives the model, to be freed
 * @param error receives what went wrong; may be NULL */
TANDA_API int32_t tanda_fit_in(const tanda_options* options, const tanda_data* data, void* memory,
                               size_t size, tanda_model** model, tanda_error* error);
/** The number of bytes that tanda_fit_in needs for these data.
 * @param options those of the fit
 * @param data the samples
 * @param bytes receives the number of bytes
 * @param error receives what went wrong; may be NULL */
TANDA_API int32_t tanda_workspace(const tanda_options* options, const tanda_data* data, uint64_t* bytes,
                                  tanda_error* error);
/** An upper bound of the bytes that a fit of data of this shape takes in total.
 * @param options those of the fit
 * @param rows samples
 * @param cols features
 * @param classes number of classes
 * @param largest_class samples of the largest class; 0 = all classes have the same size
 * @param bytes receives the number of bytes
 * @param error receives what went wrong; may be NULL */
TANDA_API int32_t tanda_plan(const tanda_options* options, size_t rows, size_t cols, size_t classes,
                             size_t largest_class, uint64_t* bytes, tanda_error* error);
/** Chooses parameters and dimensions of a method by cross-validation.
 * @param options the method, and the values to try
 * @param data the samples, with labels
 * @param json receives what was tried and what is best, to be freed
 * @param error receives what went wrong; may be NULL */
TANDA_API int32_t tanda_tune(const tanda_options* options, const tanda_data* data, tanda_bytes** json,
                             tanda_error* error);
/** Compares methods on the same random splits. For each method the answer contains error (the fraction of
 * held-out samples classified wrongly, mean over the splits) and balanced_error (the mean over the classes of
 * each class's error), recall of each of classes, dims (null where they differ) and mean_dims, fit_seconds
 * and fit_seconds_sd, and the errors of every split; test_per_class is the number of tested samples of each
 * class; uneven is true if the largest class has more than 1.5 times the samples of the smallest, so that
 * error alone misleads.
 * @param options the methods, and how they are compared
 * @param data the samples, with labels
 * @param json receives the answer, to be freed
 * @param error receives what went wrong; may be NULL */
TANDA_API int32_t tanda_evaluate(const tanda_options* options, const tanda_data* data, tanda_bytes** json,
                                 tanda_error* error);

/** Merges reports, each of some of the methods, that several threads or machines have made of the same data
 * with the same options; only one of them may contain baselines. Results that the reports contain are not
 * computed again.
 * @param options those of the reports, with the methods of all reports
 * @param data the samples, with labels
 * @param reports a JSON array of reports
 * @param size its bytes
 * @param json receives the merged report, to be freed
 * @param error receives what went wrong; may be NULL */
TANDA_API int32_t tanda_evaluate_merged(const tanda_options* options, const tanda_data* data,
                                        const char* reports, size_t size, tanda_bytes** json,
                                        tanda_error* error);
/** One of the splits that evaluations with these options (train, test, labelled, seed) make.
 * @param options those of the evaluation
 * @param labels a class number for each row
 * @param rows number of rows
 * @param number which split, from 0
 * @param parts receives a number for each row: 0 left out, 1 in the training set, 2 in the training set
 * without its label, 3 in the test set
 * @param error receives what went wrong; may be NULL */
TANDA_API int32_t tanda_split(const tanda_options* options, const int32_t* labels, size_t rows, size_t number,
                              int32_t* parts, tanda_error* error);

/* ---- Statistics: rows in pieces instead of all at once, for data that are larger than memory or
 * distributed. Some methods (pca, lda and others) need only counts, means and scatter of the classes; fitting
 * another method gives an error that lists those that can be used. The model equals that of a fit to the rows
 * up to rounding, regardless of the pieces and their order.
 *
 *   tanda_statistics* seen;
 *   if (tanda_statistics_new(NULL, &seen, &error)) ...
 *   while (more) tanda_statistics_push(seen, &block, &error);  // rows with their labels
 *   tanda_statistics_fit(seen, options, &model, &error);
 */
/** Makes empty statistics: features and classes are taken from the rows that are added.
 * @param options scatter; NULL = pooled
 * @param statistics receives the statistics, to be freed
 * @param error receives what went wrong; may be NULL */
TANDA_API int32_t tanda_statistics_new(const tanda_options* options, tanda_statistics** statistics,
                                       tanda_error* error);
/** Frees statistics.
 * @param statistics may be NULL */
TANDA_API void tanda_statistics_free(tanda_statistics* statistics);
/** Adds rows, all of them or none. Classes are identified by their names, so that a block need not contain
 * all of them, or list them in the same order; the result has them in natural order. Rows without a label are
 * left out; from data without labels only methods that need none can be fitted. Either all blocks have labels
 * or none has.
 * @param statistics the statistics to add to
 * @param data the rows
 * @param error receives what went wrong; may be NULL */
TANDA_API int32_t tanda_statistics_push(tanda_statistics* statistics, const tanda_data* data,
                                        tanda_error* error);
/** Adds the rows that a reader has read since the previous call, and removes them from the reader: to be
 * called after each piece of a text, and with last = 1 after the last one. A label column that is not named
 * is chosen from the first rows. Missing values: error or drop.
 * @param statistics the statistics to add to
 * @param reader the reader that was fed
 * @param last 1 after the last piece, else 0
 * @param error receives what went wrong; may be NULL */
TANDA_API int32_t tanda_statistics_read(tanda_statistics* statistics, tanda_reader* reader, int32_t last,
                                        tanda_error* error);
/** Adds all the rows that other statistics have seen.
 * @param statistics the statistics to add to
 * @param other the statistics that are added
 * @param error receives what went wrong; may be NULL */
TANDA_API int32_t tanda_statistics_merge(tanda_statistics* statistics, const tanda_statistics* other,
                                         tanda_error* error);
/** Gives the statistics as the bytes of a file, the same on every machine.
 * @param statistics the statistics to save
 * @param file receives the bytes, to be freed
 * @param error receives what went wrong; may be NULL */
TANDA_API int32_t tanda_statistics_save(const tanda_statistics* statistics, tanda_bytes** file,
                                        tanda_error* error);
/** Reads what tanda_statistics_save wrote. The bytes may come from an untrusted source: any that are not
 * complete, valid statistics are refused.
 * @param bytes the file
 * @param size how many bytes
 * @param statistics receives the statistics, to be freed
 * @param error receives what went wrong; may be NULL */
TANDA_API int32_t tanda_statistics_open(const void* bytes, size_t size, tanda_statistics** statistics,
                                        tanda_error* error);
/** Fits a model to statistics. Takes the options of a fit except tune, select, folds and repeats: nothing is
 * chosen by cross-validation. Defaults: method = lda, or pca without labels; dims = number of classes minus
 * one, or 2 without labels. The model classifies by the nearest class mean, and keeps its numbers in double.
 * @param statistics the statistics
 * @param options the options of the fit; NULL = the defaults above
 * @param model receives the model, to be freed
 * @param error receives what went wrong; may be NULL */
TANDA_API int32_t tanda_statistics_fit(const tanda_statistics* statistics, const tanda_options* options,
                                       tanda_model** model, tanda_error* error);
/** Describes the rows seen, as JSON: rows, cols, left_out (rows without a label), scatter, classes,
 * class_rows, features and label (the name of its column).
 * @param statistics the statistics
 * @param json receives the answer, to be freed
 * @param error receives what went wrong; may be NULL */
TANDA_API int32_t tanda_statistics_describe(const tanda_statistics* statistics, tanda_bytes** json,
                                            tanda_error* error);

/* ---- Models */
/** Makes a model from the bytes of a model file. The bytes may come from an untrusted source: any that are
 * not a complete, valid model are refused.
 * @param bytes the file
 * @param size how many bytes
 * @param model receives the model, to be freed
 * @param error receives what went wrong; may be NULL */
TANDA_API int32_t tanda_open(const void* bytes, size_t size, tanda_model** model, tanda_error* error);
/** Gives the bytes of a model file.
 * @param model the model
 * @param file receives the bytes, to be freed
 * @param error receives what went wrong; may be NULL */
TANDA_API int32_t tanda_save(const tanda_model* model, tanda_bytes** file, tanda_error* error);
/** Gives the bytes of a file for another program, in the format of an exporter.
 * @param model the model
 * @param options format, name, quantize, prototypes
 * @param file receives the bytes, to be freed
 * @param error receives what went wrong; may be NULL */
TANDA_API int32_t tanda_export(const tanda_model* model, const tanda_options* options, tanda_bytes** file,
                               tanda_error* error);
/** Frees a model.
 * @param model may be NULL */
TANDA_API void tanda_model_free(tanda_model* model);
/** The sizes and kinds of a model.
 * @param model the model
 * @param info receives them */
TANDA_API void tanda_model_describe(const tanda_model* model, tanda_model_info* info);
/** How a model was made, as JSON: method, parameters, eigenvalues, notes.
 * @param model the model
 * @param json receives the answer, to be freed
 * @param error receives what went wrong; may be NULL */
TANDA_API int32_t tanda_model_record(const tanda_model* model, tanda_bytes** json, tanda_error* error);
/** The name of a class, valid as long as the model exists; NULL: there is no such class.
 * @param model the model
 * @param number of the class, from 0 */
TANDA_API const char* tanda_class_name(const tanda_model* model, size_t number);
/** The name of a feature, valid as long as the model exists; NULL: it has no name.
 * @param model the model
 * @param number of the feature, from 0 */
TANDA_API const char* tanda_feature_name(const tanda_model* model, size_t number);
/** Projects samples. O(inputs outputs) each for a linear map; nothing is allocated after the first call.
 * @param model the model
 * @param x rows x cols numbers, row after row
 * @param rows number of samples
 * @param cols features of a sample; must equal inputs
 * @param y room for rows x outputs numbers
 * @param error receives what went wrong; may be NULL */
TANDA_API int32_t tanda_transform(const tanda_model* model, const float* x, size_t rows, size_t cols,
                                  float* y, tanda_error* error);
/** Predicts the class of each sample. O(inputs outputs + references outputs) per sample, less where there are
 * many reference points.
 * @param model the model
 * @param x rows x cols numbers, row after row
 * @param rows number of samples
 * @param cols features of a sample; must equal inputs
 * @param labels room for a class number for each row
 * @param error receives what went wrong; may be NULL */
TANDA_API int32_t tanda_predict(const tanda_model* model, const float* x, size_t rows, size_t cols,
                                int32_t* labels, tanda_error* error);
/** Predicts classes, with a score in 0..1 for each class, summing to 1 per sample. The predicted class has
 * the largest score; ties are decided by the classifier's own rule. With k neighbours, v of them of the
 * class, the score is (2 v + s) / (2 k + 1), where s is the class's share of the sum of 1/distance^2 to the
 * nearest neighbour of each class; with nearest means it is the share of 1/distance^2, with memberships the
 * share of the degrees.
 * @param model the model
 * @param x rows x cols numbers, row after row
 * @param rows number of samples
 * @param cols features of a sample; must equal inputs
 * @param labels room for a class number for each row; may be NULL
 * @param scores room for rows x classes numbers
 * @param error receives what went wrong; may be NULL */
TANDA_API int32_t tanda_predict_scores(const tanda_model* model, const float* x, size_t rows, size_t cols,
                                       int32_t* labels, float* scores, tanda_error* error);
/** The k reference points nearest to each projected row, nearest first, and their distances. Ties go to the
 * lower index.
 * @param model the model
 * @param x rows x cols numbers, row after row
 * @param rows number of samples
 * @param cols features of a sample; must equal inputs
 * @param k from 1 to references
 * @param indices room for rows x k numbers
 * @param distances room for rows x k numbers
 * @param error receives what went wrong; may be NULL */
TANDA_API int32_t tanda_neighbors(const tanda_model* model, const float* x, size_t rows, size_t cols,
                                  size_t k, int32_t* indices, float* distances, tanda_error* error);

/* ---- Inside a model: y = components x + offset, offset = -components mean, in the units of the samples.
 * components (outputs x inputs, row after row) and offset (outputs numbers) exist for linear maps only. */
/** The matrix of the projection, row after row.
 * @param model the model
 * @param components room for outputs x inputs numbers
 * @param error receives what went wrong; may be NULL */
TANDA_API int32_t tanda_model_components(const tanda_model* model, float* components, tanda_error* error);
/** The offset of the projection.
 * @param model the model
 * @param offset room for outputs numbers
 * @param error receives what went wrong; may be NULL */
TANDA_API int32_t tanda_model_offset(const tanda_model* model, float* offset, tanda_error* error);
/** The mean of the training samples.
 * @param model the model
 * @param mean room for inputs numbers
 * @param error receives what went wrong; may be NULL */
TANDA_API int32_t tanda_model_mean(const tanda_model* model, float* mean, tanda_error* error);
/** The eigenvalues: what the method maximised or minimised, as in the record. Values that are not finite are
 * given as NaN.
 * @param model the model
 * @param values room for *count numbers; NULL = only count is set
 * @param count on entry the room in values, on return the number of eigenvalues
 * @param error receives what went wrong; may be NULL */
TANDA_API int32_t tanda_model_eigenvalues(const tanda_model* model, double* values, size_t* count,
                                          tanda_error* error);

/* ---- Tables, of any format that tanda_formats lists, not compressed. With a model, its columns are selected
 * by name and the label column may be absent. options and model may be NULL. */
/** Reads a table. O(size)
 * @param text the bytes of its file
 * @param size number of bytes
 * @param options the roles of columns; NULL = found by rules
 * @param model the model whose columns are selected; NULL = all columns
 * @param table receives the table, to be freed
 * @param error receives what went wrong, and in which row and column; may be NULL */
TANDA_API int32_t tanda_read_csv(const char* text, size_t size, const tanda_options* options,
                                 const tanda_model* model, tanda_table** table, tanda_error* error);
/** How tanda_read_csv would interpret a text, as JSON, without validating its cells: sep, decimal, whether
 * there is a header, the columns' names, the number of the label column from 1 (or null) and the reason for
 * it.
 * @param text the bytes of its file
 * @param size number of bytes
 * @param options as for tanda_read_csv
 * @param json receives the answer, to be freed
 * @param error receives what went wrong; may be NULL */
TANDA_API int32_t tanda_csv_layout(const char* text, size_t size, const tanda_options* options,
                                   tanda_bytes** json, tanda_error* error);
/** The numbers and names of a table, which are valid until the table is freed.
 * @param table the table
 * @param data receives them */
TANDA_API void tanda_table_data(const tanda_table* table, tanda_data* data);
/** Describes a table, as JSON: names of features, classes and rows, the label column and its number from 1,
 * and notes about decisions and irregularities.
 * @param table the table
 * @param json receives the answer, to be freed
 * @param error receives what went wrong; may be NULL */
TANDA_API int32_t tanda_table_describe(const tanda_table* table, tanda_bytes** json, tanda_error* error);
/** Frees a table.
 * @param table may be NULL */
TANDA_API void tanda_table_free(tanda_table* table);
/** Begins to read a table that comes in pieces.
 * @param options as for tanda_read_csv
 * @param model as for tanda_read_csv
 * @param reader receives the reader, to be freed
 * @param error receives what went wrong; may be NULL */
TANDA_API int32_t tanda_reader_new(const tanda_options* options, const tanda_model* model,
                                   tanda_reader** reader, tanda_error* error);
/** Reads the next piece, of any size.
 * @param reader the reader
 * @param text the piece
 * @param size its bytes
 * @param error receives what went wrong; may be NULL */
TANDA_API int32_t tanda_reader_feed(tanda_reader* reader, const char* text, size_t size, tanda_error* error);
/** Ends reading; to be called once, after the last piece.
 * @param reader the reader
 * @param table receives the table, to be freed
 * @param error receives what went wrong; may be NULL */
TANDA_API int32_t tanda_reader_finish(tanda_reader* reader, tanda_table** table, tanda_error* error);
/** Frees a reader.
 * @param reader may be NULL */
TANDA_API void tanda_reader_free(tanda_reader* reader);

/** Begins to examine a text that comes in pieces, without refusing anything in it.
 * @param options as for tanda_read_csv; may be NULL
 * @param scan receives the scan, to be freed
 * @param error receives what went wrong; may be NULL */
TANDA_API int32_t tanda_scan_new(const tanda_options* options, tanda_scan** scan, tanda_error* error);
/** Examines the next piece, of any size.
 * @param scan the scan
 * @param text the piece
 * @param size its bytes
 * @param error receives what went wrong; may be NULL */
TANDA_API int32_t tanda_scan_feed(tanda_scan* scan, const char* text, size_t size, tanda_error* error);
/** Ends the scan; to be called once, after the last piece. Gives JSON: rows; layout, as from
 * tanda_csv_layout; columns, each with name, kind (number, text), numbers, texts, missing (counts of cells),
 * distinct (different values, up to 1001), classes (number of classes if it were the label, up to 1001),
 * whole, least, most, odd (the first cells of a numeric column that are not numbers: line, text), examples;
 * ragged, the first rows with another number of cells: line, cells; and ragged_rows, the number of such rows,
 * which are not counted elsewhere.
 * @param scan the scan
 * @param json receives the answer, to be freed
 * @param error receives what went wrong; may be NULL */
TANDA_API int32_t tanda_scan_finish(tanda_scan* scan, tanda_bytes** json, tanda_error* error);
/** Frees a scan.
 * @param scan may be NULL */
TANDA_API void tanda_scan_free(tanda_scan* scan);

/* ---- Bytes. A zero byte follows the last one, so that text can be used as it is. */
/** Their address, valid until they are freed.
 * @param bytes the bytes */
TANDA_API const void* tanda_bytes_data(const tanda_bytes* bytes);
/** Their number, without the zero byte.
 * @param bytes the bytes */
TANDA_API size_t tanda_bytes_size(const tanda_bytes* bytes);
/** Frees bytes.
 * @param bytes may be NULL */
TANDA_API void tanda_bytes_free(tanda_bytes* bytes);

#ifdef __cplusplus
}
#endif

#endif
