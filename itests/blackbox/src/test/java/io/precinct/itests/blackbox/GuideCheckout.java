package io.precinct.itests.blackbox;

import io.precinct.itests.support.Distribution;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;

/**
 * A copy of this checkout as after a first build: it contains the classes of the bundles and the distribution, so that
 * neither {@code mvn install} nor {@code ./precinct run} compiles again what this build has just compiled. Its service
 * listens on any free port.
 *
 * <p>The compiler plugin remembers absolute paths and would compile everything again; {@code .mvn/maven.config}
 * prevents that.
 */
final class GuideCheckout extends SimpleFileVisitor<Path> {
    private static final Path ROOT = Path.of(System.getProperty("precinct.root"));
    private static final Set<Path> LEFT = Set.of(ROOT.resolve(".git"), ROOT.resolve("data"), ROOT.resolve("target"));
    private static final Set<Path> BUILT = Set.of(ROOT.resolve("bundles"), ROOT.resolve("authors"));
    private static final Set<String> KEPT = Set.of("classes", "copies");

    private final Path copy;

    private GuideCheckout(Path copy) {
        this.copy = copy;
    }

    static Path into(Path copy) throws IOException {
        Files.walkFileTree(ROOT, new GuideCheckout(copy));
        Path options = copy.resolve(".mvn/maven.config");
        Files.writeString(options, Files.readString(options).stripTrailing() + "\n-Dmaven.main.skip=true\n");
        Path built = copy.resolve("runtime/distribution/target");
        Path home = Distribution.built().home();
        Distribution.copyTree(home, built.resolve(home.getFileName()));
        // Newer than every source, so nothing is stale.
        Files.writeString(built.resolve("built"), "");
        Path configuration = copy.resolve("config/service.yml");
        Files.writeString(configuration, Files.readString(configuration).replace("port: 3000", "port: 0"));
        return copy;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
        Path parent = folder.getParent();
        boolean target = String.valueOf(folder.getFileName()).equals("target");
        boolean unkept = String.valueOf(parent.getFileName()).equals("target")
                && !KEPT.contains(String.valueOf(folder.getFileName()));
        if (LEFT.contains(folder) || unkept || (target && BUILT.stream().noneMatch(folder::startsWith))) {
            return FileVisitResult.SKIP_SUBTREE;
        }
        Files.createDirectories(in(folder));
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
        if (!String.valueOf(file.getParent().getFileName()).equals("target")) {
            Files.copy(file, in(file), StandardCopyOption.COPY_ATTRIBUTES);
        }
        return FileVisitResult.CONTINUE;
    }

    private Path in(Path original) {
        return copy.resolve(ROOT.relativize(original).toString());
    }
}
