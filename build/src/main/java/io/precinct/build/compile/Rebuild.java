package io.precinct.build.compile;

import io.precinct.build.Checkout;
import io.precinct.build.Launch;
import io.precinct.build.NamedJars;
import io.precinct.build.SourceModule;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * Brings the modules of a checkout up to date without Maven, which has built them before: compiles changed sources and
 * other sources that the change may affect; copies resources; packages.
 *
 * <p>One at a time in a checkout; not thread-safe.
 */
public final class Rebuild {
    private static final String COMMON = "precinct-common";

    private final Checkout checkout;
    private final Javac javac = new Javac();
    private final Set<SourceModule> rebuilt = new LinkedHashSet<>();
    private final Set<String> newFaces = new LinkedHashSet<>();
    private final Map<SourceModule, Set<String>> reach = new HashMap<>();

    /** A rebuild of a checkout in which every module has been built by Maven. */
    public Rebuild(Checkout checkout) {
        this.checkout = checkout;
    }

    /**
     * Brings every module up to date whose poms have not changed since Maven ran; others are left to Maven.
     *
     * @param tests whether test classes are compiled, too
     * @throws CompilationException if a source does not compile, or bnd refuses a bundle: the message names the place
     */
    public void run(boolean tests) throws CompilationException {
        for (SourceModule module : checkout.modules().values()) {
            boolean built = Files.isDirectory(module.path().resolve("src"))
                    || !module.namedJars().isEmpty();
            if (built && Launch.isCurrent(module, checkout)) {
                try {
                    update(module, tests);
                } catch (IOException e) {
                    throw new UncheckedIOException(module + ": " + e.getMessage(), e);
                }
            }
        }
    }

    /** The modules whose main classes or resources have changed. */
    public Set<SourceModule> rebuilt() {
        return rebuilt;
    }

    private void update(SourceModule module, boolean tests) throws IOException, CompilationException {
        Path pending = module.target().resolve("rebuild.pending");
        boolean again = Files.exists(pending);
        boolean affected = reach(module).stream().anyMatch(newFaces::contains);
        SourceFolder main = folder(module, "main", module.classes());
        boolean copies = module.isBundle()
                && module.dependencies().contains(COMMON)
                && rebuilt.stream().anyMatch(each -> each.artifact().equals(COMMON));
        boolean rewritten = hasNewInstructions(module);
        if (again || affected || copies || rewritten || !main.stale().isEmpty() || main.hasOrphans()) {
            Files.createDirectories(module.target());
            Files.writeString(pending, "");
        }
        Launch launch = Launch.of(module);
        boolean changed = compile(module, main, launch.compilePath(), affected);
        changed |= main.copyResources();
        changed |= rewritten;
        if (changed || again || copies) {
            rebuilt.add(module);
            pack(module, launch, copies);
        }
        packNamedJars(module, launch, changed || again || copies);
        Files.deleteIfExists(pending);
        if (tests && Files.isDirectory(module.path().resolve("src/test"))) {
            SourceFolder folder = folder(module, "test", module.testClasses());
            boolean face = affected || newFaces.contains(module.artifact());
            boolean changedTests = compile(module, folder, launch.testPath(), face);
            changedTests |= folder.copyResources();
            if (changedTests) {
                for (Path jar : jars(module, "-tests.jar")) {
                    ModuleJar.rewrite(jar, module.testClasses());
                }
            }
        }
    }

    /** Whether the instructions of a bundle have changed since bnd wrote its manifest. */
    private static boolean hasNewInstructions(SourceModule module) {
        File manifest = module.classes().resolve(JarFile.MANIFEST_NAME).toFile();
        return module.isBundle()
                && manifest.exists()
                && module.path().resolve("bnd.bnd").toFile().lastModified() > manifest.lastModified();
    }

    private static SourceFolder folder(SourceModule module, String kind, Path classes) {
        Path source = module.path().resolve("src").resolve(kind);
        Path generated = module.target().resolve(kind.equals("main") ? "generated-sources/jte" : "none");
        String instructions = module.isBundle() ? PomText.read(module.path().resolve("bnd.bnd")) : "";
        return new SourceFolder(source.resolve("java"), generated, source.resolve("resources"), classes, instructions);
    }

    /** The direct and indirect dependencies of a module. */
    private Set<String> reach(SourceModule module) {
        Set<String> known = reach.get(module);
        if (known != null) {
            return known;
        }
        Set<String> found = new LinkedHashSet<>();
        for (String dependency : module.dependencies()) {
            found.add(dependency);
            checkout.named(dependency).map(this::reach).ifPresent(found::addAll);
        }
        reach.put(module, found);
        return found;
    }

    private boolean compile(SourceModule module, SourceFolder folder, List<Path> path, boolean whole)
            throws IOException, CompilationException {
        boolean removed = folder.removeOrphans();
        List<Path> sources = whole || removed ? folder.javaFiles() : folder.stale();
        if (sources.isEmpty()) {
            return removed;
        }
        boolean face = compile(module, folder, path, sources);
        if ((face || removed) && !whole) {
            newFaces.add(module.artifact());
            if (face && sources.size() < folder.javaFiles().size()) {
                compile(module, folder, path, folder.javaFiles());
            }
        } else if (face) {
            newFaces.add(module.artifact());
        }
        return true;
    }

    /** Compiles sources and puts their classes in place; returns whether an existing class changed its ABI. */
    private boolean compile(SourceModule module, SourceFolder folder, List<Path> path, List<Path> sources)
            throws IOException, CompilationException {
        Path output = module.target().resolve("rebuild");
        delete(output);
        javac.compile(sources, path, List.of(), output, PomText.compilerArguments(module));
        boolean face = false;
        List<Path> made = files(output);
        for (Path file : made) {
            Path old = folder.classes().resolve(output.relativize(file).toString());
            if (Files.exists(old)) {
                face |= !Abi.of(Files.readAllBytes(old)).equals(Abi.of(Files.readAllBytes(file)));
            }
        }
        for (Path source : sources) {
            for (Path old : folder.classesOf(source)) {
                Files.delete(old);
            }
        }
        for (Path file : made) {
            Path target = folder.classes().resolve(output.relativize(file).toString());
            Files.createDirectories(target.getParent());
            Files.move(file, target, StandardCopyOption.REPLACE_EXISTING);
        }
        sources.forEach(folder::stamp);
        delete(output);
        return face;
    }

    private void pack(SourceModule module, Launch launch, boolean copies) throws IOException, CompilationException {
        if (module.isBundle() && Files.exists(module.classes().resolve("META-INF/MANIFEST.MF"))) {
            if (copies) {
                // bnd copies no package of which any part already exists.
                delete(module.classes().resolve("io/precinct/common"));
            }
            new BundleJar(module, checkout.root()).write(launch.compilePath());
        }
        for (Path jar : module.namedJars().isEmpty() ? jars(module, ".jar") : List.<Path>of()) {
            if (!jar.getFileName().toString().endsWith("-tests.jar")) {
                ModuleJar.write(jar, module.classes());
            }
        }
    }

    private void packNamedJars(SourceModule module, Launch launch, boolean changed)
            throws IOException, CompilationException {
        Path last = module.target().resolve("jars.xml");
        if (module.namedJars().isEmpty() || !changed && Files.exists(last) && !isNewer(module, last)) {
            return;
        }
        rebuilt.add(module);
        List<String> faults =
                new NamedJars(checkout.root(), module.path(), module.artifact()).pack(launch.compilePath());
        if (!faults.isEmpty()) {
            throw new CompilationException(String.join("\n", faults));
        }
    }

    /**
     * Whether a file outside the sources, or a folder that may have lost one, has changed after a file was written. A
     * folder with a pom is another module.
     */
    private static boolean isNewer(SourceModule module, Path written) throws IOException {
        long time = written.toFile().lastModified();
        List<Path> others = List.of(module.target(), module.path().resolve("src"));
        try (Stream<Path> children = Files.list(module.path())) {
            for (Path child : children.toList()) {
                if (others.contains(child) || Files.exists(child.resolve("pom.xml"))) {
                    continue;
                }
                try (Stream<Path> tree = Files.walk(child)) {
                    if (tree.anyMatch(file -> file.toFile().lastModified() > time)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** The jars that Maven made for a module. */
    private static List<Path> jars(SourceModule module, String end) throws IOException {
        try (Stream<Path> files = Files.list(module.target())) {
            return files.filter(file -> file.getFileName().toString().startsWith(module.artifact() + "-")
                            && file.getFileName().toString().endsWith(end))
                    .toList();
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> tree = Files.walk(folder)) {
            tree.filter(Files::isRegularFile).forEach(found::add);
        }
        return found;
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> tree = Files.walk(folder)) {
                for (Path each : tree.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
    }
}
