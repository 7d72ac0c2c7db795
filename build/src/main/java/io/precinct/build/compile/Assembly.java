package io.precinct.build.compile;

import io.precinct.build.Checkout;
import io.precinct.build.SourceModule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/** The built distribution, brought up to date with the sources if that needs no resolving. */
public final class Assembly {
    /** Headers that the resolver considers. */
    private static final List<String> WIRING = List.of(
            "Bundle-SymbolicName", "Import-Package", "Export-Package", "Require-Capability", "Provide-Capability");

    private static final Path PROGRAM = Path.of("precinct");

    private final Checkout checkout;
    private final Path distribution;

    /** The distribution below the checkout. */
    public Assembly(Checkout checkout) {
        this.checkout = checkout;
        this.distribution = checkout.root().resolve("runtime/distribution/target/precinct-" + checkout.version());
    }

    /**
     * Rebuilds modules whose sources have changed and puts their jars into the distribution.
     *
     * @param stamp the file with the time at which the sources were read for the distribution; set on success
     * @return empty if the distribution is up to date, else why only Maven can update it
     * @throws CompilationException if a source does not compile
     */
    public Optional<String> update(Path stamp) throws CompilationException {
        try {
            FileTime now = FileTime.fromMillis(System.currentTimeMillis());
            if (!Files.exists(stamp) || !Files.isDirectory(distribution)) {
                return Optional.of("there is no distribution yet");
            }
            for (Path file : changed(Files.getLastModifiedTime(stamp))) {
                if (!isCode(file) && !file.equals(PROGRAM)) {
                    return Optional.of(file + " has changed");
                }
            }
            new Rebuild(checkout).run(false);
            Optional<String> rewired = copyJars();
            if (rewired.isEmpty()) {
                replace(
                        checkout.root().resolve(PROGRAM),
                        distribution.resolve("bin").resolve(PROGRAM));
                Files.setLastModifiedTime(stamp, now);
            }
            return rewired;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Files, and source folders that may have lost files, that are newer than a time; relative. */
    private List<Path> changed(FileTime time) throws IOException {
        Path root = checkout.root();
        List<Path> found = new ArrayList<>();
        for (String each : List.of("pom.xml", "precinct", "LICENSE", ".mvn", "bundles", "features", "runtime")) {
            Path start = root.resolve(each);
            if (!Files.exists(start)) {
                continue;
            }
            try (Stream<Path> tree = Files.walk(start)) {
                tree.filter(file -> !isLeftOut(root.relativize(file)))
                        .filter(file ->
                                Files.isRegularFile(file) || file.toString().contains("/src/"))
                        .filter(file -> isNewer(file, time))
                        .map(root::relativize)
                        .forEach(found::add);
            }
        }
        return found;
    }

    private static boolean isLeftOut(Path file) {
        String path = "/" + file.toString().replace('\\', '/') + "/";
        return path.contains("/target/")
                || path.contains("/src/test/")
                || path.contains("/.") && !path.startsWith("/.mvn/");
    }

    private static boolean isNewer(Path file, FileTime time) {
        try {
            return Files.getLastModifiedTime(file).compareTo(time) > 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean isCode(Path file) {
        String path = file.toString().replace('\\', '/');
        SourceModule module = checkout.holding(path);
        String inside = module.folder().isEmpty()
                ? path
                : path.substring(module.folder().length() + 1);
        int slash = inside.indexOf('/');
        if (slash > 0 && module.namedJars().containsKey(inside.substring(0, slash))) {
            return !inside.endsWith("/bnd.bnd");
        }
        boolean hasSources = Files.isDirectory(module.path().resolve("src"));
        return module.packaging().equals("jar")
                && (inside.equals("src/main")
                        || inside.equals("bnd.bnd") && hasSources
                        || inside.startsWith("src/main/java")
                        || inside.startsWith("src/main/resources/"));
    }

    /** Replaces jars that are older than those of their modules; returns why not, if one is wired differently. */
    private Optional<String> copyJars() throws IOException {
        List<Path[]> copies = new ArrayList<>();
        for (SourceModule module : checkout.modules().values()) {
            boolean bundle = module.isBundle() || !module.namedJars().isEmpty();
            for (String name : module.jars(checkout.version())) {
                Path jar = module.target().resolve(name);
                for (Path copy : Files.exists(jar) ? copiesOf(name) : List.<Path>of()) {
                    if (Files.getLastModifiedTime(jar).compareTo(Files.getLastModifiedTime(copy)) > 0) {
                        if (bundle && !wiring(jar).equals(wiring(copy))) {
                            return Optional.of(name + " asks other things of other bundles, or offers others");
                        }
                        copies.add(new Path[] {jar, copy});
                    }
                }
            }
        }
        for (Path[] copy : copies) {
            replace(copy[0], copy[1]);
        }
        return Optional.empty();
    }

    /** Replaces a file; a running instance keeps the one that it has open. */
    private static void replace(Path file, Path copy) throws IOException {
        Path written = copy.resolveSibling(copy.getFileName() + ".new");
        Files.copy(file, written, StandardCopyOption.REPLACE_EXISTING);
        written.toFile().setExecutable(file.toFile().canExecute());
        Files.move(written, copy, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    private List<Path> copiesOf(String name) {
        Path root = checkout.root();
        String launcher = "precinct-launcher-" + checkout.version() + ".jar";
        return Stream.of(
                        root.resolve("features/target/dependencies").resolve(name),
                        root.resolve("features/target/features/bundles").resolve(name),
                        root.resolve("runtime/launcher/target/lib").resolve(name),
                        distribution.resolve("bundles").resolve(name),
                        distribution.resolve("lib").resolve(name.equals(launcher) ? "precinct-launcher.jar" : name))
                .filter(Files::exists)
                .toList();
    }

    private static List<String> wiring(Path jar) throws IOException {
        try (var file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            Attributes headers = manifest == null ? new Attributes() : manifest.getMainAttributes();
            return WIRING.stream()
                    .map(header -> Objects.toString(headers.getValue(header), ""))
                    .toList();
        }
    }
}
