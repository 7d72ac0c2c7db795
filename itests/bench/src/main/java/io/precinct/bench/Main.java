package io.precinct.bench;

import java.util.LinkedHashMap;
import java.util.Map;

/** {@code precinct bench [NAME…]}: runs the named benchmarks, or all of them, and prints their tables. */
public final class Main {
    /** A benchmark. */
    interface Bench {
        /** Runs it and returns its table. */
        Table run(Workplace workplace) throws Exception;
    }

    private static final Map<String, Bench> BENCHES = new LinkedHashMap<>();

    static {
        BENCHES.put("chain", new ChainBench());
        BENCHES.put("start", new StartBench());
        BENCHES.put("swap", new SwapBench());
        BENCHES.put("growth", new GrowthBench());
        BENCHES.put("cases", new CasesBench());
        BENCHES.put("source", new SourceBench());
        BENCHES.put("hostile", new HostileBench());
        BENCHES.put("configuration", new ConfigurationBench());
        BENCHES.put("dependencies", new DependenciesBench());
    }

    private Main() {}

    /** Runs the benchmarks; exit code 2 for an unknown name. */
    public static void main(String[] arguments) throws Exception {
        var chosen = new LinkedHashMap<String, Bench>();
        for (String name : arguments) {
            Bench bench = BENCHES.get(name);
            if (bench == null) {
                System.err.println(
                        "no benchmark is called " + name + "; there are " + String.join(", ", BENCHES.keySet()));
                System.exit(2);
            } else {
                chosen.put(name, bench);
            }
        }
        System.out.println(Workplace.machine());
        try (var workplace = new Workplace()) {
            for (Map.Entry<String, Bench> bench : (chosen.isEmpty() ? BENCHES : chosen).entrySet()) {
                System.out.println();
                System.out.println("## " + bench.getKey());
                System.out.println();
                System.out.print(bench.getValue().run(workplace).markdown());
            }
        }
    }
}
