package io.precinct.build;

import io.precinct.build.changed.ChangedTests;
import io.precinct.build.compile.Assembly;
import io.precinct.build.compile.CompilationException;
import io.precinct.build.compile.Rebuild;
import io.precinct.build.tests.Records;
import io.precinct.build.tests.TestClass;
import io.precinct.build.tests.TestRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The program behind {@code ./precinct test}, {@code run} and {@code redeploy} of a checkout. */
public final class Main {
    private Main() {}

    /** Runs a command: 0 done, 1 failed with a message, 2 wrong usage. */
    public static void main(String[] arguments) {
        Path root = Path.of(System.getProperty("precinct.root", ""))
                .toAbsolutePath()
                .normalize();
        System.exit(run(root, List.of(arguments)));
    }

    private static int run(Path root, List<String> arguments) {
        List<String> rest = arguments.subList(Math.min(1, arguments.size()), arguments.size());
        try {
            return switch (arguments.isEmpty() ? "" : arguments.getFirst()) {
                case "test" -> testAll(Checkout.read(root));
                case "named" -> testNamed(Checkout.read(root), rest);
                case "changed" -> testChanged(Checkout.read(root), rest);
                case "ship" -> ship(Checkout.read(root));
                case "assemble" -> assemble(Checkout.read(root), Path.of(rest.getFirst()));
                case "bundle" -> bundle(Checkout.read(root), rest.getFirst());
                default -> wrongUsage("what is " + arguments + "?");
            };
        } catch (CompilationException e) {
            System.err.println(e.getMessage());
            return 1;
        } catch (IOException e) {
            System.err.println("precinct: " + e.getMessage());
            return 1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 1;
        }
    }

    private static int wrongUsage(String message) {
        System.err.println("precinct: " + message);
        return 2;
    }

    /** Runs every test of a checkout that Maven has just built. */
    private static int testAll(Checkout checkout) {
        List<TestClass> classes = new ArrayList<>();
        List<Path> missing = new ArrayList<>();
        for (SourceModule module : checkout.tested().values()) {
            classes.addAll(TestClass.of(module));
            missing.addAll(TestClass.notCompiled(module));
        }
        if (!missing.isEmpty()) {
            missing.forEach(source -> System.err.println("precinct: not compiled: " + source));
            return 1;
        }
        var run = new TestRun(checkout, new Records(checkout.root()), System.out, false);
        run.run(List.of(classes));
        return run.summary() ? 0 : 1;
    }

    /** Puts what is known of the test classes beside the sources, for checkouts that have run nothing yet. */
    private static int ship(Checkout checkout) {
        Set<String> tests = checkout.tested().values().stream()
                .flatMap(module -> TestClass.of(module).stream())
                .map(TestClass::name)
                .collect(Collectors.toSet());
        new Records(checkout.root())
                .ship(
                        tests,
                        name -> checkout.moduleOf(name)
                                .map(SourceModule::artifact)
                                .orElse(""));
        return 0;
    }

    /** Runs classes by their names without package; {@code *} stands for any part of a name. */
    private static int testNamed(Checkout checkout, List<String> names)
            throws CompilationException, IOException, InterruptedException {
        Optional<SourceModule> unbuilt = ChangedTests.unbuilt(checkout);
        if (unbuilt.isPresent()) {
            return ChangedTests.MAVEN_FIRST;
        }
        new Rebuild(checkout).run(true);
        List<TestClass> classes = new ArrayList<>();
        for (String name : names) {
            Pattern pattern = Pattern.compile(Pattern.quote(name).replace("*", "\\E.*\\Q"));
            List<TestClass> found = checkout.tested().values().stream()
                    .flatMap(module -> TestClass.of(module).stream())
                    .filter(test -> pattern.matcher(test.simpleName()).matches())
                    .toList();
            if (found.isEmpty()) {
                return wrongUsage("there is no test class " + name);
            }
            classes.addAll(found);
        }
        if (classes.stream().anyMatch(TestClass::isAssembled) && !ChangedTests.buildDistribution(checkout)) {
            return 1;
        }
        var run = new TestRun(checkout, new Records(checkout.root()), System.out, false);
        run.run(List.of(classes));
        return run.summary() ? 0 : 1;
    }

    private static int testChanged(Checkout checkout, List<String> arguments) throws IOException, InterruptedException {
        List<String> refs =
                arguments.stream().filter(each -> !each.equals("--all")).toList();
        if (refs.size() > 1 || refs.stream().anyMatch(ref -> ref.startsWith("-"))) {
            return wrongUsage("test --changed [REF] [--all]");
        }
        try {
            return new ChangedTests(checkout, System.out, arguments.contains("--all"))
                    .run(refs.isEmpty() ? "" : refs.getFirst());
        } catch (IllegalArgumentException e) {
            return wrongUsage(String.valueOf(e.getMessage()));
        }
    }

    /** Brings the distribution up to date, or reports on stderr why Maven has to. */
    private static int assemble(Checkout checkout, Path stamp) throws CompilationException {
        Optional<String> left = new Assembly(checkout).update(stamp);
        left.ifPresent(why -> System.err.println("precinct: Maven builds, since " + why));
        return left.isEmpty() ? 0 : ChangedTests.MAVEN_FIRST;
    }

    /** Brings a bundle up to date and prints its jar and its symbolic name, a line each. */
    private static int bundle(Checkout checkout, String name) throws CompilationException, IOException {
        Optional<Checkout.BundleFile> bundle = checkout.bundle(name);
        if (bundle.isEmpty()) {
            return wrongUsage(name + " is no bundle of this checkout: name its folder, as bundles/boundaries/echo");
        }
        if (!Launch.isCurrent(bundle.get().module(), checkout)) {
            System.err.println("precinct: a pom has changed since Maven has built " + name + "; ./precinct build");
            return 1;
        }
        new Rebuild(checkout).run(false);
        Path jar = bundle.get().jar();
        System.out.println(jar);
        try (var file = new JarFile(jar.toFile())) {
            System.out.println(file.getManifest().getMainAttributes().getValue("Bundle-SymbolicName"));
        }
        return 0;
    }
}
