#include "evaluate_options.hpp"

#include <CLI/CLI.hpp>

#include "text.hpp"

namespace cli {

namespace {

using tanda::Contestant;

Result<std::vector<Contestant>> contestants_of(const EvaluateArguments& arguments, Index dims,
                                               const Registry& registry) {
  tanda::FitOptions common;
  Preparation preparation;
  if (Status status = preparation_of(arguments.prepare).get(preparation); !status) return status;
  common.scale = preparation.scale;
  common.pca = preparation.pca;
  common.dims = dims;
  std::vector<Contestant> contestants;
  if (!arguments.no_baseline) contestants = tanda::baselines(common.pca);
  for (const std::string& list : arguments.methods) {
    std::vector<Contestant> more;
    if (Status status = tanda::parse_contestants(registry, list, arguments.tune).get(more); !status)
      return status;
    contestants.insert(contestants.end(), more.begin(), more.end());
  }
  for (const std::string& list : arguments.selects) {
    if (Status status = tanda::add_grids(registry, "--select", list, contestants); !status) return status;
  }
  Index neighbors = 0;
  if (!arguments.neighbors.empty())
    if (Status status = parse_count("--neighbors", arguments.neighbors, 1).get(neighbors); !status)
      return status;
  tanda::prepare_alike(contestants, common, neighbors);
  return contestants;
}

}  // namespace

Result<std::vector<tanda::PartSize>> train_sizes(const EvaluateArguments& arguments) {
  std::vector<tanda::PartSize> sizes;
  for (const std::string& word : tanda::split_at(arguments.train, ',')) {
    tanda::PartSize size;
    if (Status s = tanda::parse_part("--train", word).get(size); !s) return s;
    const tanda::PartSize last = sizes.empty() ? tanda::PartSize() : sizes.back();
    if (size.per_class <= last.per_class && size.fraction <= last.fraction)
      return Status(Code::bad_argument, "--train " + in_quotes(arguments.train) + ": sizes do not ascend",
                    "give numbers of samples or parts, the smaller first, such as 5,10,20");
    if (!sizes.empty() && (size.per_class > 0) != (last.per_class > 0))
      return Status(Code::bad_argument,
                    "--train " + in_quotes(arguments.train) + ": both parts and numbers of samples",
                    "give only parts (with a point) or only numbers");
    sizes.push_back(size);
  }
  return sizes;
}

Result<tanda::EvaluateOptions> evaluate_options(const EvaluateArguments& arguments,
                                                const Registry& registry) {
  tanda::EvaluateOptions options;
  tanda::DimsChoice dims;
  if (Status s = tanda::parse_dims("--dims", arguments.dims).get(dims); !s) return s;
  options.dims = std::move(dims.listed);
  if (Status s = contestants_of(arguments, dims.most, registry).get(options.contestants); !s) return s;
  std::vector<tanda::PartSize> sizes;
  if (Status s = train_sizes(arguments).get(sizes); !s) return s;
  options.train = sizes[0];
  if (!arguments.test.empty())
    if (Status s = tanda::parse_part("--test", arguments.test).get(options.test); !s) return s;
  if (!arguments.labelled.empty())
    if (Status s = parse_count("--labelled", arguments.labelled, 1).get(options.labelled); !s) return s;
  Index splits = 0, folds = 0;
  if (Status s = parse_count("--splits", arguments.splits, 1).get(splits); !s) return s;
  if (Status s = parse_count("--folds", arguments.folds, 2).get(folds); !s) return s;
  if (splits > 100000 || folds > 100000) return Status(Code::bad_argument, "at most 100000 splits and folds");
  options.splits = static_cast<int>(splits);
  options.folds = static_cast<int>(folds);
  if (!arguments.seed.empty())
    if (Status s = tanda::parse_seed("--seed", arguments.seed).get(options.seed); !s) return s;
  if (Status s = tanda::parse_best_dims("--best-dims", arguments.best_dims).get(options.best_dims); !s)
    return s;
  options.honest = arguments.honest;
  if (options.honest && options.best_dims == tanda::BestDims::split)
    return Status(Code::bad_argument,
                  "--honest chooses dimensions without the test samples, --best-dims split by them",
                  "give one of the two");
  if (Status s = parse_threads(arguments.threads).get(options.threads); !s) return s;
  return options;
}

Result<tanda::CsvOptions> evaluate_table_options(const EvaluateArguments& arguments) {
  DataArguments data = arguments.data;
  if (!arguments.by.empty()) {
    if (!data.id.empty()) data.drop.push_back(data.id);
    data.id = arguments.by;
  }
  return csv_options(data);
}

void add_evaluate_options(CLI::App& app, EvaluateArguments& arguments) {
  const auto option = [&](const char* names, std::string& value, const std::string& help, const char* text) {
    app.add_option(names, value, help)->option_text(text);
  };
  app.add_option("DATA", arguments.data.path, data_help)->required()->option_text(" ");
  app.add_option("--methods", arguments.methods, "Methods: pca,lda,lfda:ridge=0, or all (required)")
      ->required()
      ->allow_extra_args(false)
      ->option_text("ID,ID,...");
  option(
      "--train", arguments.train,
      "Part of each class to train on, or samples of each (default 0.25); several, such as 5,10,20: how the "
      "error falls with them",
      "PART|N");
  option("--test", arguments.test, "The same of what is not trained on (default: all of it)", "PART|N");
  option("--labelled", arguments.labelled,
         "So many of each class keep their label in the training part (default: all)", "N");
  option("--by", arguments.by,
         "Column that splits a class further: the sizes above are of each of its values; no feature", "COL");
  option("--splits", arguments.splits, "Random splits (default 10)", "N");
  option("--dims", arguments.dims,
         "Dimensions to compare: 10, 2,5,10, 1-40 or all (default 1-" +
             std::to_string(tanda::default_scored_dims) + ")",
         "LIST");
  option("--best-dims", arguments.best_dims,
         "mean (default): where the mean error is smallest; split: the best of each split, averaged", "HOW");
  option("--neighbors", arguments.neighbors,
         "Classify by K neighbours (default 1; methods with columns for each class: by membership)", "K");
  app.add_option("--select", arguments.selects,
                 "Try these values by cross-validation; several with ; or repeated")
      ->allow_extra_args(false)
      ->option_text("[ID.]NAME=V1,V2");
  app.add_flag("--tune", arguments.tune, "Try what each method proposes by cross-validation");
  option("--folds", arguments.folds, "Folds of the cross-validation (default 5)", "F");
  app.add_flag("--honest", arguments.honest, "Choose the dimension by cross-validation, too");
  add_prepare_options(app, arguments.prepare);
  option("--scalar", arguments.scalar, "float (default) or double", "TYPE");
  add_data_options(app, arguments.data);
  add_partition_option(app, arguments.data);
  option("--threads", arguments.threads, "Splits side by side (default: one for each core)", "N");
  option("--seed", arguments.seed, "Seed of all random choices (default 0)", "N");
  app.add_flag("--no-baseline", arguments.no_baseline, "Leave out the rows none (no reduction) and majority");
  app.add_flag("--confusion", arguments.confusion,
               "Which classes are taken for which, on the first split (html always shows it)");
  option("--format", arguments.format, "table (default), json, csv or html", "HOW");
  app.add_flag("--times", arguments.times, "Time and memory of each fit in the JSON, time in the CSV, too");
  option("--resume", arguments.resume, "Go on with a report of --format json", "REPORT");
  option("-o,--output", arguments.out, "File to write (default: standard output)", "OUT");
}

}  // namespace cli
