// Partitions, kernel models and embeddings from the command line.
#include "base/json.hpp"
#include "shell.hpp"
#include "ut.hpp"

namespace tangent_cli_test {
using namespace ut;
using tanda::internal::Json;

const suite tangent_cli_suite = [] {
  "partition gives a patch for every sample"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("data.csv", small_table());
    const Ran ran = folder.tanda("partition data.csv --set patch_size=4");
    expect(ran.code == 0 && ran.out.rfind("patch,linearity\n0,", 0) == 0 && lines(ran.out) == 31) << ran.out;
    expect(ran.says("patches of ") && ran.says("in 3 classes")) << ran.err;
    const Ran table = folder.tanda("partition data.csv --set patch_size=4 --patches");
    expect(table.code == 0 && table.out.rfind("patch,samples,linearity,label\n", 0) == 0) << table.out;
    expect(table.out.find(",c\n") != std::string::npos) << table.out;
    const tanda::Result<Json> json = Json::parse(folder.tanda("partition data.csv --json -o -").out);
    expect(json && json->find("patch")->items().size() == 30u);
    const Ran one =
        folder.shell("cut -d, -f1-4 data.csv | tanda partition - --label none --set geodesic=false");
    expect(one.code == 0 && lines(one.out) == 31 && !one.says("classes")) << one.err;
  };

  "partition refuses what it cannot do"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("data.csv", small_table());
    folder.write("bad.csv", "x,y,label\n1,nan,a\n2,3,b\n");
    const Ran unknown = folder.tanda("partition data.csv --set patch_sizes=4");
    expect(unknown.code == 2 && unknown.one_line() && unknown.says("patch_size") &&
           unknown.says("tanda partition --help"))
        << unknown.err;
    expect(folder.tanda("partition data.csv --set patch_size=0").code == 2);
    expect(folder.tanda("partition none.csv").code == 5);
    expect(folder.tanda("partition bad.csv").code == 3);
    expect(folder.tanda("partition data.csv -o no/where.csv").code == 5);
  };

  "a kernel model is saved with its points and used like any other"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("data.csv", small_table());
    const Ran fit = folder.tanda("fit data.csv --method kernel_tsd --set landmarks=12 --dims 2 -o m.tanda");
    expect(fit.code == 0) << fit.err;
    const Ran map = folder.tanda("transform m.tanda data.csv"),
              labels = folder.tanda("predict m.tanda data.csv");
    expect(map.code == 0 && lines(map.out) == 31 && map.out.find("nan") == std::string::npos) << map.err;
    expect(labels.code == 0 && labels.says("accuracy 100")) << labels.err;
    const Ran inspect = folder.tanda("inspect m.tanda");
    expect(inspect.code == 0 && inspect.out.find("kernel") != std::string::npos) << inspect.out;
    const Ran tiny = folder.tanda("fit data.csv --method kernel_tsd --set kernel_width=1e-30 -o t.tanda");
    expect(tiny.code == 0 || (tiny.code == 4 && tiny.one_line())) << tiny.err;
    for (const char* method : {"kernel_tsd", "kernel_laplda"})
      for (const char* kernel : {"laplace", "cosine"}) {
        const Ran other = folder.tanda(std::string("fit data.csv --method ") + method +
                                       " --set kernel=" + kernel + " --dims 2 -o o.tanda");
        expect(other.code == 0 && has(folder.tanda("inspect o.tanda").out, std::string(kernel) + " kernel"))
            << other.err;
        const Ran predicted = folder.tanda("predict o.tanda data.csv");
        expect(predicted.code == 0 && predicted.says("accuracy")) << predicted.err;
      }
    expect(folder.tanda("fit data.csv --method kernel_tsd --set kernel=laplac -o x.tanda").says("laplace"));
  };

  "an embedding has nothing for new samples, and says so"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("data.csv", small_table());
    const Ran fit = folder.tanda("fit data.csv --method mp_tsimr --dims 2 -o m.tanda");
    expect(fit.code == 0) << fit.err;
    for (const char* command : {"transform", "predict"}) {
      const Ran ran = folder.tanda(std::string(command) + " m.tanda data.csv");
      expect(ran.code != 0 && ran.one_line() && ran.out.empty()) << command << ran.err;
    }
  };

  "samples without a label help where a method can use them"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    std::string table = small_table();
    table += "0.5,0.5,0.5,0.5,\n";
    folder.write("data.csv", table);
    const Ran semi = folder.tanda("fit data.csv --method tsd --dims 2 -o m.tanda"),
              full = folder.tanda("fit data.csv --method mpda --dims 2 -o m.tanda");
    expect(semi.code == 0 && semi.out.find("left out") == std::string::npos) << semi.out << semi.err;
    expect(full.code == 0 && full.out.find("1 unlabelled sample was left out") != std::string::npos)
        << full.out;
  };
};

}  // namespace tangent_cli_test
