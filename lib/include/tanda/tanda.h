/** \file
 * tanda in C: fit, transform, predict and evaluate supervised projections. The one interface behind
 * WebAssembly, Swift, Kotlin, Python and every other language that can call C.
 *
 * - A function that can fail returns a code, 0 = done, and says more in the error it is given (which may be
 * NULL). When it fails it has changed nothing and given nothing out.
 * - Handles are opaque; what was made is freed by the _free function of its kind, which takes NULL, too.
 * Arrays are the caller's.
 * - Different threads may use different handles at the same time, and the same model, as long as none of them
 * frees it.
 * - Nothing here throws, prints, exits, or keeps a pointer to the caller's memory after it returned.
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
 * native/examples/c has the whole program.
 */
#ifndef TANDA_TANDA_H
#define TANDA_TANDA_H

#include <stddef.h>
#include <stdint.h>

#include "tanda/detail/api.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Counts up when something that was there changes; what is added leaves it alone. */
#define TANDA_ABI 1

/* For tanda_spelling. */
#define TANDA_SPELLING_C 0          /**< missing=drop */
#define TANDA_SPELLING_PROGRAM 1    /**< --missing drop */
#define TANDA_SPELLING_CPP 2        /**< `missing = Missing::drop` */
#define TANDA_SPELLING_JAVASCRIPT 3 /**< `missing: 'drop'` */
#define TANDA_SPELLING_PYTHON 4     /**< `missing="drop"` */

typedef struct tanda_options tanda_options;       /**< what is wanted, as words */
typedef struct tanda_model tanda_model;           /**< a fitted model */
typedef struct tanda_table tanda_table;           /**< a table that was read */
typedef struct tanda_reader tanda_reader;         /**< a table that is being read */
typedef struct tanda_statistics tanda_statistics; /**< what rows say of their classes */
typedef struct tanda_scan tanda_scan;             /**< a text that is being looked at */
typedef struct tanda_bytes tanda_bytes;           /**< text or a file, with its length */

/** What went wrong. */
typedef struct tanda_error {
  int32_t code;      /**< 0 = no error; tanda_code_name tells the others */
  char message[508]; /**< what is wrong and where */
  char remedy[256];  /**< what to do about it */
} tanda_error;

/** Samples, in one of two precisions. Zero what is not used. */
typedef struct tanda_data {
  const float* values;   /**< rows x cols, row after row */
  const double* doubles; /**< the same, instead of values */
  size_t rows;           /**< samples */
  size_t cols;           /**< features */
  const int32_t* labels; /**< a class number from 0 for each row, -1 = unlabelled; NULL = there are none */
  const char* const* classes;  /**< their names; NULL = "0", "1", ... */
  size_t class_count;          /**< how many names; without names 0 = as many as there are */
  const char* const* features; /**< cols names, or NULL */
} tanda_data;

/** A model in numbers. */
typedef struct tanda_model_info {
  size_t inputs;     /**< features of a sample */
  size_t outputs;    /**< numbers of a projected one */
  size_t classes;    /**< how many */
  size_t references; /**< points it classifies by */
  int32_t map;       /**< 0 linear, 1 kernel, 2 embedding: cannot project */
  int32_t rule; /**< 0 only projects, 1 nearest neighbours, 2 degree of membership, 3 nearest class mean */
  int32_t neighbors;   /**< of rule 1 */
  int32_t unit_length; /**< 1: each sample is brought to length one first */
} tanda_model_info;

/** Called now and then, on the thread that called, with the name of the stage and the fraction of it that is
 * done (0..1). Anything but 0 cancels. */
typedef int (*tanda_progress)(void* context, const char* stage, double fraction);

/* ---- About the library */
TANDA_API int32_t tanda_abi(void);         /**< the TANDA_ABI it was built with */
TANDA_API const char* tanda_version(void); /**< "1.2.3" */
/** The name of a code, such as "bad_argument"; "unknown" for a number that is none.
 * @param code what a function gave, or tanda_error::code */
TANDA_API const char* tanda_code_name(int32_t code);
/** What a code means, in a sentence.
 * @param code what a function gave, or tanda_error::code */
TANDA_API const char* tanda_code_text(int32_t code);
/** What to do about it.
 * @param code what a function gave, or tanda_error::code */
TANDA_API const char* tanda_code_remedy(int32_t code);
/** Chooses how messages, remedies and notes write options, for the whole process. A package for another
 * language calls it once when it is loaded; TANDA_SPELLING_C holds where nobody does. Gives what was set
 * before, or -1 where the number is none of these.
 * @param spelling one of TANDA_SPELLING_... */
TANDA_API int32_t tanda_spelling(int32_t spelling);
/** All methods, their parameters, ranges and defaults, as JSON.
 * @param json what is asked for; to be freed
 * @param error what went wrong, or NULL */
TANDA_API int32_t tanda_methods(tanda_bytes** json, tanda_error* error);
/** What is read and what is written, as JSON: {"readers":[{"id","extensions","title"}],
 * "exporters":[{"id","extension","title","text","options"}]}.
 * @param json what is asked for; to be freed
 * @param error what went wrong, or NULL */
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
 *                    pca            a number, or a part of the variance such as 0.95
 *                    scalar         float, double
 *                    classifier     a word such as knn:5; an unknown one is answered with all there are
 *                    threads        that share the work; the result is the same
 *   fit, tune        tune           true: choose by cross-validation what the method proposes
 *                    select         NAME=v1,v2: choose among these; repeatable
 *                    folds, repeats of the cross-validation
 *                    seed           a number
 *                    memory-limit   100000000, 512M, 2GiB
 *   fit              label, id      what these columns are called (as for read_csv): the model remembers, and
 *                                   read_csv with the model finds them again
 *   evaluate         methods        lda,lfda:ridge=0, or all; repeatable
 *                    train          a part of each class such as 0.25, or a number of samples of each
 *                    test           the same of what is not trained on; all of it = not set
 *                    labelled       so many of each class keep their label in the training part; all = not set
 *                    dims           10, 2,5,10, 1-40, all
 *                    best-dims      mean = not set (where the mean error is smallest), split (the best of each)
 *                    splits, folds, neighbors, threads
 *                    honest, baseline, tune, confusion   true, false
 *                    select, scale, pca, scalar, seed, memory-limit
 *   read_csv         label          a name, a number from 1, none; found by a rule where it is not said
 *                    drop, keep     a column that is not used; one that is, instead of all. Repeatable
 *                    id             a column that names the rows: not a feature
 *                    missing        error, drop, mean
 *                    malformed      error = not set, missing: features that are no numbers count as missing, and
 *                                   rows of another length are left out
 *                    header         auto = not set: found, true, false: whether the first row has names
 *                    sep            a character, or comma, semicolon, tab, pipe, space; found where it is not said
 *                    decimal        . or ,
 *                    memory-limit   of the table
 *   export           format         an exporter's id, of tanda_formats, which says who takes these:
 *                    name           of source code: what its names begin with
 *                    quantize       none, int8
 *                    prototypes     at most so many reference points
 *   statistics       scatter        pooled = not set, class: of each class, which some parameters of methods need
 */
/* clang-format on */
TANDA_API tanda_options* tanda_options_new(void); /**< NULL: out of memory */
/** Frees them.
 * @param options may be NULL */
TANDA_API void tanda_options_free(tanda_options* options);
/** Sets one; a value that is refused changes nothing.
 * @param options where
 * @param name of the list above
 * @param value its words
 * @param error what is wrong with it, or NULL */
TANDA_API int32_t tanda_options_set(tanda_options* options, const char* name, const char* value,
                                    tanda_error* error);
/** Who is told how far calls with these options are, and may cancel them.
 * @param options of these calls
 * @param progress called now and then; NULL = nobody
 * @param context its first argument */
TANDA_API void tanda_options_progress(tanda_options* options, tanda_progress progress, void* context);
/** For evaluate: a number from 0 for each row, such as the digit where even and odd ones are the classes.
 * Then train, test and labelled are sizes of each such number within each class. Copied.
 * @param options where
 * @param strata rows numbers
 * @param rows how many; 0 = none
 * @param error what went wrong, or NULL */
TANDA_API int32_t tanda_options_strata(tanda_options* options, const int32_t* strata, size_t rows,
                                       tanda_error* error);

/** For fit, tune and evaluate: a partition of one's own, for methods that take one. A number from 0 for each
 * row; rows of one class with the same number make a patch. Copied.
 * @param options where
 * @param patches rows numbers
 * @param rows how many; 0 = none
 * @param error what went wrong, or NULL */
TANDA_API int32_t tanda_options_patches(tanda_options* options, const int32_t* patches, size_t rows,
                                        tanda_error* error);

/* ---- From data to models and judgements */
/** Fits. What the options leave open is chosen; the record says so. Time and memory depend on the method
 * (docs/COSTS.md); tanda_plan says how many bytes.
 * @param options how; NULL = everything is chosen
 * @param data the samples
 * @param model the model; to be freed
 * @param error what went wrong, or NULL */
TANDA_API int32_t tanda_fit(const tanda_options* options, const tanda_data* data, tanda_model** model,
                            tanda_error* error);
/** The same in memory of the caller's. The method has to be named, and nothing is chosen by cross-validation.
 * Beside that memory only the model, some notes and what products pack for a moment are allocated; tanda_plan
 * counts these, too. A sparse factor (of a few tangent methods) lies in what is given beyond tanda_workspace;
 * where that is too little, the fit ends with the code memory_limit.
 * @param options how, with a method
 * @param data the samples
 * @param memory begins at a multiple of 64
 * @param size its bytes, tanda_workspace or more
 * @param model the model; to be freed
 * @param error what went wrong, or NULL */
TANDA_API int32_t tanda_fit_in(const tanda_options* options, const tanda_data* data, void* memory,
                               size_t size, tanda_model** model, tanda_error* error);
/** How many bytes tanda_fit_in takes for these data.
 * @param options those of the fit
 * @param data the samples
 * @param bytes the answer
 * @param error what went wrong, or NULL */
TANDA_API int32_t tanda_workspace(const tanda_options* options, const tanda_data* data, uint64_t* bytes,
                                  tanda_error* error);
/** The most bytes a fit of data of that shape can take, all in all.
 * @param options those of the fit
 * @param rows samples
 * @param cols features
 * @param classes how many
 * @param largest_class samples of the largest; 0 = all classes have as many
 * @param bytes the answer
 * @param error what went wrong, or NULL */
TANDA_API int32_t tanda_plan(const tanda_options* options, size_t rows, size_t cols, size_t classes,
                             size_t largest_class, uint64_t* bytes, tanda_error* error);
/** Chooses parameters and dimensions of a method by cross-validation.
 * @param options the method, and what is tried
 * @param data the samples, with labels
 * @param json what was tried and what is best; to be freed
 * @param error what went wrong, or NULL */
TANDA_API int32_t tanda_tune(const tanda_options* options, const tanda_data* data, tanda_bytes** json,
                             tanda_error* error);
/** Compares methods on the same random splits. The answer has for each contest error (the fraction of
 * held-out samples classified wrongly, mean over the splits) and balanced_error (the same of each class, mean
 * over the classes), recall of each of classes, dims (null where they differ) and mean_dims, fit_seconds and
 * fit_seconds_sd, and the errors of every split; test_per_class is how many samples of each are tested;
 * uneven says whether the largest class has more than 1.5 times the samples of the smallest, so that error
 * alone misleads.
 * @param options methods, and how they are compared
 * @param data the samples, with labels
 * @param json the answer; to be freed
 * @param error what went wrong, or NULL */
TANDA_API int32_t tanda_evaluate(const tanda_options* options, const tanda_data* data, tanda_bytes** json,
                                 tanda_error* error);

/** Makes one report of several, each of some of the methods, as threads or machines have made them of the
 * same data with the same options; all but one without baselines. What the reports have is not computed
 * again.
 * @param options those of the reports, with the methods of all
 * @param data the samples, with labels
 * @param reports a JSON array of reports
 * @param size its bytes
 * @param json the report; to be freed
 * @param error what went wrong, or NULL */
TANDA_API int32_t tanda_evaluate_merged(const tanda_options* options, const tanda_data* data,
                                        const char* reports, size_t size, tanda_bytes** json,
                                        tanda_error* error);
/** One of the splits that evaluations with these options (train, test, labelled, seed) make.
 * @param options those of the evaluation
 * @param labels a class number for each row
 * @param rows how many
 * @param number which split, from 0
 * @param parts rows numbers, for each row: 0 it is left out, 1 trained on, 2 the same without its label, 3
 * tested
 * @param error what went wrong, or NULL */
TANDA_API int32_t tanda_split(const tanda_options* options, const int32_t* labels, size_t rows, size_t number,
                              int32_t* parts, tanda_error* error);

/* ---- Statistics: rows in pieces instead of all at once, for what is larger than memory or lies in many
 * places. Counts, means and scatter of classes are all that some methods need of the rows (pca, lda and
 * others; one that needs more refuses, and says which do not); a model of them is that of the rows, to
 * rounding, whatever the pieces and their order.
 *
 *   tanda_statistics* seen;
 *   if (tanda_statistics_new(NULL, &seen, &error)) ...
 *   while (more) tanda_statistics_push(seen, &block, &error);  // rows with their labels
 *   tanda_statistics_fit(seen, options, &model, &error);
 */
/** Statistics that have seen nothing: sizes, features and classes are those of the rows that come.
 * @param options scatter; NULL = pooled
 * @param statistics to be freed
 * @param error what went wrong, or NULL */
TANDA_API int32_t tanda_statistics_new(const tanda_options* options, tanda_statistics** statistics,
                                       tanda_error* error);
/** Frees them.
 * @param statistics may be NULL */
TANDA_API void tanda_statistics_free(tanda_statistics* statistics);
/** Adds rows, all of them or none. Classes are told by their names, so that a block need not have all of
 * them, or have them in the same order; in the end they are in natural order. Rows without a label are left
 * out; of data without labels only what needs none can be fitted. All blocks have labels, or none has.
 * @param statistics which see them
 * @param data the rows
 * @param error what went wrong, or NULL */
TANDA_API int32_t tanda_statistics_push(tanda_statistics* statistics, const tanda_data* data,
                                        tanda_error* error);
/** Adds the rows that a reader has read since the last time, which it forgets: after each piece of a text,
 * and with last = 1 after the last one. A label column that is not named is decided on by the rows that come
 * first. Missing values: error or drop.
 * @param statistics which see them
 * @param reader which has been fed
 * @param last 1 after the last piece, else 0
 * @param error what went wrong, or NULL */
TANDA_API int32_t tanda_statistics_read(tanda_statistics* statistics, tanda_reader* reader, int32_t last,
                                        tanda_error* error);
/** As if these had seen the rows of the other ones, too.
 * @param statistics which get them
 * @param other what is added
 * @param error what went wrong, or NULL */
TANDA_API int32_t tanda_statistics_merge(tanda_statistics* statistics, const tanda_statistics* other,
                                         tanda_error* error);
/** The bytes of a file of them, the same on every machine.
 * @param statistics what is kept
 * @param file the bytes; to be freed
 * @param error what went wrong, or NULL */
TANDA_API int32_t tanda_statistics_save(const tanda_statistics* statistics, tanda_bytes** file,
                                        tanda_error* error);
/** Reads what tanda_statistics_save made. Any bytes may come; those that are not whole statistics are
 * refused.
 * @param bytes the file
 * @param size how many bytes
 * @param statistics to be freed
 * @param error what went wrong, or NULL */
TANDA_API int32_t tanda_statistics_open(const void* bytes, size_t size, tanda_statistics** statistics,
                                        tanda_error* error);
/** The options of a fit, but for tune, select, folds and repeats: nothing is chosen by cross-validation. Not
 * set: method = lda, or pca without labels; dims = one less than there are classes, or 2. The model
 * classifies by the nearest class mean, and keeps its numbers in double.
 * @param statistics what was seen
 * @param options how; NULL = as above
 * @param model the model; to be freed
 * @param error what went wrong, or NULL */
TANDA_API int32_t tanda_statistics_fit(const tanda_statistics* statistics, const tanda_options* options,
                                       tanda_model** model, tanda_error* error);
/** What was seen, as JSON: rows, cols, left_out (rows without a label), scatter, classes, class_rows,
 * features and label (the name of its column).
 * @param statistics what is asked about
 * @param json the answer; to be freed
 * @param error what went wrong, or NULL */
TANDA_API int32_t tanda_statistics_describe(const tanda_statistics* statistics, tanda_bytes** json,
                                            tanda_error* error);

/* ---- Models */
/** Makes a model of the bytes of a model file. Any bytes may come; those that are not a whole model are
 * refused.
 * @param bytes the file
 * @param size how many bytes
 * @param model the model; to be freed
 * @param error what went wrong, or NULL */
TANDA_API int32_t tanda_open(const void* bytes, size_t size, tanda_model** model, tanda_error* error);
/** The bytes of its file.
 * @param model which
 * @param file the bytes; to be freed
 * @param error what went wrong, or NULL */
TANDA_API int32_t tanda_save(const tanda_model* model, tanda_bytes** file, tanda_error* error);
/** The bytes of a file for another program.
 * @param model which
 * @param options format, name, quantize, prototypes
 * @param file the bytes; to be freed
 * @param error what went wrong, or NULL */
TANDA_API int32_t tanda_export(const tanda_model* model, const tanda_options* options, tanda_bytes** file,
                               tanda_error* error);
/** Frees it.
 * @param model may be NULL */
TANDA_API void tanda_model_free(tanda_model* model);
/** A model in numbers.
 * @param model which
 * @param info the answer */
TANDA_API void tanda_model_describe(const tanda_model* model, tanda_model_info* info);
/** How it was made: method, parameters, eigenvalues, notes.
 * @param model which
 * @param json the answer; to be freed
 * @param error what went wrong, or NULL */
TANDA_API int32_t tanda_model_record(const tanda_model* model, tanda_bytes** json, tanda_error* error);
/** The name of a class, good as long as the model; NULL: there is none.
 * @param model which
 * @param number of the class, from 0 */
TANDA_API const char* tanda_class_name(const tanda_model* model, size_t number);
/** The name of a feature, good as long as the model; NULL: it has none.
 * @param model which
 * @param number of the feature, from 0 */
TANDA_API const char* tanda_feature_name(const tanda_model* model, size_t number);
/** Projects samples. O(inputs outputs) each for a linear map; nothing is allocated after the first call.
 * @param model which
 * @param x rows x cols numbers, row after row
 * @param rows samples
 * @param cols has to be inputs
 * @param y room for rows x outputs numbers
 * @param error what went wrong, or NULL */
TANDA_API int32_t tanda_transform(const tanda_model* model, const float* x, size_t rows, size_t cols,
                                  float* y, tanda_error* error);
/** Says which class samples are of. O(inputs outputs + references outputs) each, less where there are many.
 * @param model which
 * @param x rows x cols numbers, row after row
 * @param rows samples
 * @param cols has to be inputs
 * @param labels room for a class number for each row
 * @param error what went wrong, or NULL */
TANDA_API int32_t tanda_predict(const tanda_model* model, const float* x, size_t rows, size_t cols,
                                int32_t* labels, tanda_error* error);
/** The same, and how sure that is: for each class a number in 0..1, together 1. The predicted class has the
 * largest; where another has the same, the classifier's own rule decides. Of k neighbours a class has
 * (2 v + s) / (2 k + 1), v of them being of it and s its share of 1/distance^2 of the nearest of each class;
 * of a nearest mean the share of 1/distance^2; of memberships the share of the degrees.
 * @param model which
 * @param x rows x cols numbers, row after row
 * @param rows samples
 * @param cols has to be inputs
 * @param labels room for a class number for each row; may be NULL
 * @param scores room for rows x classes numbers
 * @param error what went wrong, or NULL */
TANDA_API int32_t tanda_predict_scores(const tanda_model* model, const float* x, size_t rows, size_t cols,
                                       int32_t* labels, float* scores, tanda_error* error);
/** The k reference points nearest to each projected row, nearest first, and how far they are. Of equally near
 * ones the lower comes first.
 * @param model which
 * @param x rows x cols numbers, row after row
 * @param rows samples
 * @param cols has to be inputs
 * @param k from 1 to references
 * @param indices room for rows x k numbers
 * @param distances the same
 * @param error what went wrong, or NULL */
TANDA_API int32_t tanda_neighbors(const tanda_model* model, const float* x, size_t rows, size_t cols,
                                  size_t k, int32_t* indices, float* distances, tanda_error* error);

/* ---- Inside a model: y = components x + offset, offset = -components mean, in the units of the samples.
 * components is outputs x inputs, row after row; it and offset (outputs) are those of a linear map. */
/** The projection, row after row.
 * @param model which
 * @param components room for outputs x inputs numbers
 * @param error what went wrong, or NULL */
TANDA_API int32_t tanda_model_components(const tanda_model* model, float* components, tanda_error* error);
/** The offset.
 * @param model which
 * @param offset room for outputs numbers
 * @param error what went wrong, or NULL */
TANDA_API int32_t tanda_model_offset(const tanda_model* model, float* offset, tanda_error* error);
/** The mean of the training samples.
 * @param model which
 * @param mean room for inputs numbers
 * @param error what went wrong, or NULL */
TANDA_API int32_t tanda_model_mean(const tanda_model* model, float* mean, tanda_error* error);
/** What the method maximised or minimised, as in the record. One that is not finite is NaN.
 * @param model which
 * @param values room for *count numbers; NULL = only how many there are is asked for
 * @param count room in values before, how many there are after
 * @param error what went wrong, or NULL */
TANDA_API int32_t tanda_model_eigenvalues(const tanda_model* model, double* values, size_t* count,
                                          tanda_error* error);

/* ---- Tables, of any format that tanda_formats lists, unpacked. With a model, its columns are picked by name
 * and the label column need not be there. options and model may be NULL. */
/** Reads a table. O(size)
 * @param text the bytes of its file
 * @param size how many
 * @param options which columns are what; NULL = found by rules
 * @param model whose columns are wanted; NULL = all
 * @param table to be freed
 * @param error what went wrong, and in which row and column, or NULL */
TANDA_API int32_t tanda_read_csv(const char* text, size_t size, const tanda_options* options,
                                 const tanda_model* model, tanda_table** table, tanda_error* error);
/** How read_csv would read a text, before anything in its cells is refused, as JSON: sep, decimal, whether
 * there is a header, the columns' names, the number of the label column from 1 (or null) and the reason for
 * it.
 * @param text the bytes of its file
 * @param size how many
 * @param options as for tanda_read_csv
 * @param json the answer; to be freed
 * @param error what went wrong, or NULL */
TANDA_API int32_t tanda_csv_layout(const char* text, size_t size, const tanda_options* options,
                                   tanda_bytes** json, tanda_error* error);
/** Its numbers and names, which stay where they are until the table is freed.
 * @param table which
 * @param data the answer */
TANDA_API void tanda_table_data(const tanda_table* table, tanda_data* data);
/** Names of features, classes and rows, the label column and its number from 1, notes about what was decided
 * and what is odd about the table, as JSON.
 * @param table which
 * @param json the answer; to be freed
 * @param error what went wrong, or NULL */
TANDA_API int32_t tanda_table_describe(const tanda_table* table, tanda_bytes** json, tanda_error* error);
/** Frees it.
 * @param table may be NULL */
TANDA_API void tanda_table_free(tanda_table* table);
/** Begins to read a table that comes in pieces.
 * @param options as for tanda_read_csv
 * @param model as for tanda_read_csv
 * @param reader to be freed
 * @param error what went wrong, or NULL */
TANDA_API int32_t tanda_reader_new(const tanda_options* options, const tanda_model* model,
                                   tanda_reader** reader, tanda_error* error);
/** The next piece, of any size.
 * @param reader which
 * @param text the piece
 * @param size its bytes
 * @param error what went wrong, or NULL */
TANDA_API int32_t tanda_reader_feed(tanda_reader* reader, const char* text, size_t size, tanda_error* error);
/** After the last piece, once.
 * @param reader which
 * @param table to be freed
 * @param error what went wrong, or NULL */
TANDA_API int32_t tanda_reader_finish(tanda_reader* reader, tanda_table** table, tanda_error* error);
/** Frees it.
 * @param reader may be NULL */
TANDA_API void tanda_reader_free(tanda_reader* reader);

/** Begins to look through a text that comes in pieces, without refusing anything in it.
 * @param options as for tanda_read_csv; may be NULL
 * @param scan to be freed
 * @param error what went wrong, or NULL */
TANDA_API int32_t tanda_scan_new(const tanda_options* options, tanda_scan** scan, tanda_error* error);
/** The next piece, of any size.
 * @param scan which
 * @param text the piece
 * @param size its bytes
 * @param error what went wrong, or NULL */
TANDA_API int32_t tanda_scan_feed(tanda_scan* scan, const char* text, size_t size, tanda_error* error);
/** After the last piece, once. As JSON: rows; layout, as of tanda_csv_layout; columns, of each name, kind
 * (number, text), numbers, texts, missing (cells), distinct (different values, up to 1001), classes (how many
 * it would have as the label, up to 1001), whole, least, most, odd (the first cells of a column of numbers
 * that are none: line, text), examples; ragged, the first rows of another length: line, cells; and
 * ragged_rows, how many those are, which count nowhere else.
 * @param scan which
 * @param json the answer; to be freed
 * @param error what went wrong, or NULL */
TANDA_API int32_t tanda_scan_finish(tanda_scan* scan, tanda_bytes** json, tanda_error* error);
/** Frees it.
 * @param scan may be NULL */
TANDA_API void tanda_scan_free(tanda_scan* scan);

/* ---- Bytes. A zero byte follows the last one, so that text can be used as it is. */
/** Where they are, until they are freed.
 * @param bytes which */
TANDA_API const void* tanda_bytes_data(const tanda_bytes* bytes);
/** How many there are, without the zero byte.
 * @param bytes which */
TANDA_API size_t tanda_bytes_size(const tanda_bytes* bytes);
/** Frees them.
 * @param bytes may be NULL */
TANDA_API void tanda_bytes_free(tanda_bytes* bytes);

#ifdef __cplusplus
}
#endif

#endif
