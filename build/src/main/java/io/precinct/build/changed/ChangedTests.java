package io.precinct.build.changed;

import io.precinct.build.Checkout;
import io.precinct.build.Launch;
import io.precinct.build.SourceModule;
import io.precinct.build.compile.CompilationException;
import io.precinct.build.compile.Lint;
import io.precinct.build.compile.Rebuild;
import io.precinct.build.tests.Records;
import io.precinct.build.tests.TestClass;
import io.precinct.build.tests.TestRun;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** {@code ./precinct test --changed}: runs what a change can break, most likely failure first. */
public final class ChangedTests {
    /** The exit code that asks the caller to build everything with Maven and to call again. */
    public static final int MAVEN_FIRST = 3;

    private final Checkout checkout;
    private final PrintStream out;
    private final boolean all;

    /**
     * For a checkout.
     *
     * @param all whether the rest is run after a failure
     */
    public ChangedTests(Checkout checkout, PrintStream out, boolean all) {
        this.checkout = checkout;
        this.out = out;
        this.all = all;
    }

    /**
     * Formats, compiles and tests the differences from a commit.
     *
     * @param ref the commit, or empty for the usual one
     * @return the exit code: 0 all passed, 1 something failed, {@link #MAVEN_FIRST}
     */
    public int run(String ref) throws IOException, InterruptedException {
        Optional<SourceModule> unbuilt = unbuilt(checkout);
        if (unbuilt.isPresent()) {
            out.println("precinct: " + unbuilt.get() + " has to be built by Maven first");
            return MAVEN_FIRST;
        }
        var git = new GitChanges(checkout.root());
        String base = ref.isEmpty() ? git.usual() : ref;
        Set<String> files = git.since(base);
        if (files.isEmpty()) {
            out.println("Nothing differs from " + base + ".");
            return 0;
        }
        out.println("Changed since " + base + ": " + files.size() + (files.size() == 1 ? " file" : " files"));
        boolean continuous = System.getenv("CI") != null;
        List<String> rewritten = Formatting.apply(checkout.root(), files, !continuous);
        rewritten.forEach(file -> out.println((continuous ? "not formatted: " : "formatted ") + file));
        if (continuous && !rewritten.isEmpty()) {
            out.println("./precinct format formats them.");
            return 1;
        }
        try {
            new Rebuild(checkout).run(true);
        } catch (CompilationException e) {
            out.println(e.getMessage());
            return 1;
        }
        var records = new Records(checkout.root());
        var impact = new Impact(checkout, records, files);
        if (impact.needsDistribution() && !buildDistribution(checkout)) {
            return 1;
        }
        var run = new TestRun(checkout, records, out, !all);
        List<TestClass> left = run.run(impact.stages());
        boolean passed = run.summary();
        boolean linted = passed || all;
        if (linted) {
            passed &= lint(files);
        }
        printNotRun(impact, left, linted);
        return passed ? 0 : 1;
    }

    /** A module whose tests Maven has not compiled since its pom was changed, if there is one. */
    public static Optional<SourceModule> unbuilt(Checkout checkout) {
        return checkout.modules().values().stream()
                .filter(module -> isTested(module) ? !isBuilt(module, checkout) : isOutdated(module, checkout))
                .findFirst();
    }

    private static boolean isTested(SourceModule module) {
        return Files.isDirectory(module.path().resolve("src/test/java"));
    }

    private static boolean isBuilt(SourceModule module, Checkout checkout) {
        return Launch.isCurrent(module, checkout) && Files.isDirectory(module.testClasses());
    }

    /** Other modules are compiled as well, if Maven has built them before. */
    private static boolean isOutdated(SourceModule module, Checkout checkout) {
        return Launch.exists(module) && !Launch.isCurrent(module, checkout);
    }

    /** Brings the packaged product up to date; Maven does more than exchanging jars. */
    public static boolean buildDistribution(Checkout checkout) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(checkout.root().resolve("precinct").toString(), "build")
                .inheritIO()
                .start();
        return process.waitFor() == 0;
    }

    private boolean lint(Collection<String> files) {
        try {
            List<String> warnings = new Lint(checkout).check(files);
            warnings.forEach(out::println);
            return true;
        } catch (CompilationException e) {
            out.println(e.getMessage());
            return false;
        }
    }

    private void printNotRun(Impact impact, List<TestClass> left, boolean linted) throws IOException {
        List<String> lines = new ArrayList<>();
        left.forEach(test -> lines.add(test.module() + " " + test.name() + ": after a failure"));
        impact.unknown()
                .forEach(test -> lines.add(test.module() + " " + test.name() + ": never recorded by a full check"));
        Set<String> unaffected = new TreeSet<>();
        impact.unaffected().forEach(test -> unaffected.add(test.module() + " " + test.name() + ": not affected"));
        lines.addAll(unaffected);
        Path file = checkout.root().resolve("target/tests/not-run.txt");
        Files.write(file, lines);
        out.println("\nNot run (each named in target/tests/not-run.txt):");
        if (!left.isEmpty()) {
            out.println("  " + left.size() + " affected classes, after a failure; --all runs them");
        }
        if (!impact.unknown().isEmpty()) {
            out.println("  " + impact.unknown().size()
                    + " classes of which no full check has recorded what they use; it may be what has changed");
        }
        out.println("  " + unaffected.size() + " classes that do not use what has changed");
        out.println("  " + (linted ? "" : "Error Prone and NullAway, ") + "judges, benchmarks");
        impact.unmapped().forEach(each -> out.println("  whatever reads " + each + ": no test names it"));
    }
}
