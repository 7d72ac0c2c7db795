package io.precinct.build.changed;

import io.precinct.build.Checkout;
import io.precinct.build.SourceModule;
import io.precinct.build.tests.Records;
import io.precinct.build.tests.TestClass;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a set of changed files can break.
 *
 * <p>Tests of single modules are found by what their module depends on. Tests of the packaged product depend on all of it;
 * those are found by what they loaded when they were last recorded: a class that changed is looked up there, a new class
 * or another file of a module stands for all of the module. Of a test that was never recorded here, the modules that it
 * loads are known from an earlier checkout; a test of which nothing is known is in {@link #unknown}.
 */
public final class Impact {
    private static final String BLACKBOX = "itests/blackbox";
    private static final String CONTAINER = "itests/container";
    private static final String ARCHITECTURE = "itests/architecture";

    /** Maven's builds within tests, in those of guides and examples. */
    private static final String NESTED_BUILD = "io.precinct.itests.blackbox.GuideMaven";

    /** Present in any running service; a test that loads nothing of it looks only at the files of the product. */
    private static final String CORE = "io.precinct.core.";

    private static final String CORE_MODULE = "precinct-core";

    private final Checkout checkout;
    private final Records records;
    private final Map<SourceModule, List<TestClass>> tests = new LinkedHashMap<>();
    private final Map<SourceModule, References> references = new LinkedHashMap<>();

    private final Set<String> changed = new TreeSet<>();
    private final List<TestClass> failedLast = new ArrayList<>();
    private final Set<TestClass> direct = new LinkedHashSet<>();
    private final Set<SourceModule> touched = new LinkedHashSet<>();
    private final Set<SourceModule> dependents = new LinkedHashSet<>();
    private final Set<TestClass> assembled = new LinkedHashSet<>();
    private final Set<TestClass> unknown = new LinkedHashSet<>();
    private final Set<String> unmapped = new TreeSet<>();
    private boolean product;

    /** Analyses changed files, relative to the checkout, in which everything is compiled. */
    public Impact(Checkout checkout, Records records, Collection<String> files) {
        this.checkout = checkout;
        this.records = records;
        checkout.tested().values().forEach(module -> tests.put(module, TestClass.of(module)));
        var modules = new LinkedHashSet<SourceModule>();
        files.forEach(file -> look(file, modules));
        for (SourceModule module : List.copyOf(touched)) {
            checkout.dependents(module).keySet().forEach(dependents::add);
        }
        dependents.removeAll(touched);
        dependents.removeIf(module -> !tests.containsKey(module) || isAssembled(module));
        mapAssembled(modules);
        all().filter(test -> records.failed(test.name())).forEach(failedLast::add);
    }

    private void look(String file, Set<SourceModule> modules) {
        SourceModule module = checkout.holding(file);
        String inside = module.folder().isEmpty()
                ? file
                : file.substring(module.folder().length() + 1);
        if (inside.startsWith("src/main/java/") && inside.endsWith(".java")) {
            touched.add(module);
            String name = className(inside.substring("src/main/java/".length()));
            direct(name.substring(name.lastIndexOf('.') + 1));
            changed.add(name);
            if (isProduct(module)) {
                product = true;
            } else {
                modules.add(module);
            }
        } else if (inside.startsWith("src/test/")) {
            testFile(module, inside);
        } else if (inside.startsWith("src/main/")
                || inside.equals("bnd.bnd")
                || inside.equals("pom.xml")
                || isOfNamedJar(module, inside)) {
            touched.add(module);
            modules.add(module);
            product |= isProduct(module) || module.folder().isEmpty();
        } else {
            other(file);
        }
    }

    /** Whether a file is in the folder of one of several jars, or is what their instructions share. */
    private static boolean isOfNamedJar(SourceModule module, String inside) {
        Set<String> folders = module.namedJars().keySet();
        return !folders.isEmpty()
                && (inside.endsWith(".bndinc")
                        || folders.contains(inside.substring(0, Math.max(0, inside.indexOf('/')))));
    }

    private static String className(String path) {
        return path.substring(0, path.length() - ".java".length()).replace('/', '.');
    }

    /** Adds the tests that are named after a class. */
    private void direct(String simple) {
        all().filter(test -> test.simpleName().matches(simple + "(Property|Properties)?Test"))
                .filter(test -> !isAssembled(test.module()))
                .forEach(direct::add);
    }

    private void testFile(SourceModule module, String inside) {
        if (!inside.endsWith(".java")) {
            touched.add(module);
            if (isAssembled(module)) {
                assembled.addAll(tests.getOrDefault(module, List.of()));
            }
            return;
        }
        String name = className(inside.substring("src/test/java/".length()));
        List<TestClass> own = tests.getOrDefault(module, List.of());
        own.stream().filter(test -> test.name().equals(name)).forEach(direct::add);
        if (isAssembled(module)) {
            own.stream()
                    .filter(test -> references(module).known(test.name()).contains(name))
                    .forEach(assembled::add);
        } else {
            touched.add(module);
        }
    }

    private References references(SourceModule module) {
        return references.computeIfAbsent(module, each -> new References(each.testClasses()));
    }

    /** Handles a file that no module compiles: adds the tests that name it. */
    private void other(String file) {
        String name = file.substring(file.lastIndexOf('/') + 1);
        if (file.equals("precinct") || file.startsWith("features/") || file.startsWith("runtime/")) {
            product = true;
            all().filter(test -> isAssembled(test.module())).forEach(assembled::add);
            return;
        }
        boolean example = file.startsWith("authors/");
        Set<TestClass> found = new LinkedHashSet<>();
        for (var entry : tests.entrySet()) {
            for (TestClass test : entry.getValue()) {
                boolean builds =
                        example && references(entry.getKey()).known(test.name()).contains(NESTED_BUILD);
                if (builds || names(test, name)) {
                    found.add(test);
                }
            }
        }
        found.stream().filter(test -> isAssembled(test.module())).forEach(assembled::add);
        found.stream().filter(test -> !isAssembled(test.module())).forEach(direct::add);
        if (found.isEmpty()) {
            unmapped.add(file);
        }
    }

    private static boolean names(TestClass test, String file) {
        Path source = test.module()
                .path()
                .resolve("src/test/java")
                .resolve(test.name().replace('.', '/') + ".java");
        try {
            return Files.exists(source) && Files.readString(source).contains(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void mapAssembled(Set<SourceModule> whole) {
        Set<String> classes = new TreeSet<>(changed);
        Set<String> recorded = new TreeSet<>();
        Map<TestClass, Set<String>> loaded = new LinkedHashMap<>();
        Map<TestClass, Set<String>> loadedModules = new LinkedHashMap<>();
        all().filter(test ->
                        isAssembled(test.module()) && !test.module().folder().equals(ARCHITECTURE))
                .forEach(test -> records.loaded(test.name())
                        .ifPresentOrElse(
                                names -> {
                                    loaded.put(test, names);
                                    recorded.addAll(names);
                                },
                                () -> records.modules(test.name())
                                        .ifPresentOrElse(
                                                names -> loadedModules.put(test, names), () -> unknown.add(test))));
        Set<SourceModule> modules = new LinkedHashSet<>(whole);
        Set<String> artifacts = new TreeSet<>();
        for (String each : changed) {
            SourceModule module = checkout.moduleOf(each).orElseGet(() -> checkout.holding("pom.xml"));
            artifacts.add(module.artifact());
            if (!recorded.contains(each)) {
                modules.add(module);
            }
        }
        for (SourceModule module : modules) {
            artifacts.add(module.artifact());
            if (isProduct(module)) {
                classes.addAll(classesOf(module));
                if (!Files.isDirectory(module.path().resolve("src/main/java"))) {
                    // Data stands for the bundles that are tested with it.
                    checkout.dependents(module).forEach((user, steps) -> {
                        if (steps == 1 && isProduct(user)) {
                            classes.addAll(classesOf(user));
                            artifacts.add(user.artifact());
                        }
                    });
                }
            } else if (onClassPath(module)) {
                // The material of tests, or the build itself.
                all().filter(test -> isAssembled(test.module())).forEach(assembled::add);
            }
        }
        if (modules.stream().anyMatch(module -> module.folder().isEmpty())) {
            all().filter(test -> isAssembled(test.module())).forEach(assembled::add);
        }
        loaded.forEach((test, names) -> {
            boolean readsFiles = product && names.stream().noneMatch(name -> name.startsWith(CORE));
            if (readsFiles || classes.stream().anyMatch(names::contains) || buildsAgainst(test, touched)) {
                assembled.add(test);
            }
        });
        loadedModules.forEach((test, names) -> {
            boolean readsFiles = product && !names.contains(CORE_MODULE);
            if (readsFiles || artifacts.stream().anyMatch(names::contains) || buildsAgainst(test, touched)) {
                assembled.add(test);
            }
        });
        if (classes.isEmpty() && modules.isEmpty() && !product) {
            unknown.clear();
        }
        unknown.removeAll(assembled);
    }

    /** Whether a test makes Maven build something against one of these modules. */
    private boolean buildsAgainst(TestClass test, Set<SourceModule> modules) {
        return test.module().folder().equals(BLACKBOX)
                && modules.stream()
                        .anyMatch(module -> test.module().dependencies().contains(module.artifact()))
                && references(test.module()).known(test.name()).contains(NESTED_BUILD);
    }

    /** Whether tests of the product have a module on their class path that is not in the product. */
    private boolean onClassPath(SourceModule module) {
        return checkout.dependents(module).keySet().stream().anyMatch(Impact::isAssembled);
    }

    private static Set<String> classesOf(SourceModule module) {
        Path sources = module.path().resolve("src/main/java");
        Set<String> names = new TreeSet<>();
        if (Files.isDirectory(sources)) {
            try (Stream<Path> files = Files.walk(sources)) {
                files.filter(file -> file.toString().endsWith(".java"))
                        .map(file ->
                                className(sources.relativize(file).toString().replace('\\', '/')))
                        .forEach(names::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return names;
    }

    private static boolean isAssembled(SourceModule module) {
        return List.of(BLACKBOX, CONTAINER, ARCHITECTURE).contains(module.folder());
    }

    /** Whether a module's classes are in the distribution. */
    private boolean isProduct(SourceModule module) {
        return checkout.dependents(module).keySet().stream()
                .anyMatch(each ->
                        each.folder().equals("features") || each.folder().equals("runtime/distribution"));
    }

    private Stream<TestClass> all() {
        return tests.values().stream().flatMap(List::stream);
    }

    /** The classes to run, in stages, most likely failure first. */
    public List<Set<TestClass>> stages() {
        List<Set<TestClass>> stages = new ArrayList<>();
        stages.add(new LinkedHashSet<>(failedLast));
        stages.add(direct);
        Set<TestClass> own =
                of(touched.stream().filter(module -> !isAssembled(module)).toList());
        stages.add(own.stream()
                .filter(test -> references(test.module()).refersToAny(test.name(), changed))
                .collect(Collectors.toCollection(LinkedHashSet::new)));
        stages.add(own);
        Map<Integer, Set<SourceModule>> steps = new TreeMap<>();
        for (SourceModule module : dependents) {
            int distance = touched.stream()
                    .mapToInt(each -> checkout.dependents(each).getOrDefault(module, Integer.MAX_VALUE))
                    .min()
                    .orElse(Integer.MAX_VALUE);
            steps.computeIfAbsent(distance, each -> new LinkedHashSet<>()).add(module);
        }
        steps.values().forEach(modules -> stages.add(of(modules)));
        stages.add(of(tests.keySet().stream()
                .filter(module -> module.folder().equals(ARCHITECTURE))
                .toList()));
        for (String folder : List.of(CONTAINER, BLACKBOX)) {
            Set<TestClass> stage = new LinkedHashSet<>();
            assembled.stream()
                    .filter(test -> test.module().folder().equals(folder))
                    .forEach(stage::add);
            stages.add(stage);
        }
        return stages;
    }

    private Set<TestClass> of(Collection<SourceModule> modules) {
        Set<TestClass> found = new LinkedHashSet<>();
        modules.forEach(module -> found.addAll(tests.getOrDefault(module, List.of())));
        return found;
    }

    /** Whether the distribution must be brought up to date for the classes to run. */
    public boolean needsDistribution() {
        return product && (!assembled.isEmpty() || failedLast.stream().anyMatch(test -> isAssembled(test.module())));
    }

    /** Tests of the packaged product for which it is unknown whether they use the changed files. */
    public Set<TestClass> unknown() {
        return unknown;
    }

    /** Changed files that no test is known to read. */
    public Set<String> unmapped() {
        return unmapped;
    }

    /** Tests of the packaged product that do not use the changed files, according to the records. */
    public List<TestClass> unaffected() {
        Set<TestClass> run = new LinkedHashSet<>();
        stages().forEach(run::addAll);
        return all().filter(test -> !run.contains(test) && !unknown.contains(test))
                .toList();
    }
}
