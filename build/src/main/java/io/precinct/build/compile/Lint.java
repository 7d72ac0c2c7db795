package io.precinct.build.compile;

import io.precinct.build.Checkout;
import io.precinct.build.Launch;
import io.precinct.build.SourceModule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Error Prone and NullAway for single sources, as the whole build runs them for all. */
public final class Lint {
    private final Checkout checkout;
    private final Javac javac = new Javac();

    /** For a compiled checkout. */
    public Lint(Checkout checkout) {
        this.checkout = checkout;
    }

    /**
     * Checks sources.
     *
     * @param files those of a change, relative to the checkout; files that are no sources of a module are left out
     * @return warnings
     * @throws CompilationException with every error
     */
    public List<String> check(Collection<String> files) throws CompilationException {
        List<Path> processors =
                Launch.of(checkout.named("precinct-build").orElseThrow()).testPath();
        List<String> warnings = new ArrayList<>();
        for (boolean main : new boolean[] {true, false}) {
            Map<SourceModule, List<Path>> sources = new LinkedHashMap<>();
            for (String file : files) {
                SourceModule module = checkout.holding(file);
                String folder = module.folder() + (main ? "/src/main/java/" : "/src/test/java/");
                Path path = checkout.root().resolve(file);
                if (file.startsWith(folder) && file.endsWith(".java") && Files.exists(path)) {
                    sources.computeIfAbsent(module, each -> new ArrayList<>()).add(path);
                }
            }
            for (var entry : sources.entrySet()) {
                Launch launch = Launch.of(entry.getKey());
                Path output = entry.getKey().target().resolve("lint");
                List<String> options = new ArrayList<>(PomText.lint(checkout.root(), main));
                options.addAll(PomText.compilerArguments(entry.getKey()));
                warnings.addAll(javac.compile(
                        entry.getValue(),
                        main ? launch.compilePath() : launch.testPath(),
                        processors,
                        output,
                        options));
            }
        }
        return warnings;
    }
}
