package io.precinct.build.compile;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.build.Checkout;
import io.precinct.build.Launch;
import io.precinct.build.SourceModule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a bundle packaged here equals the bundle that Maven packages. */
class BundleJarTest {
    @TempDir
    Path folder;

    @Test
    void aBundleIsTheOneThatMavenMakes() throws Exception {
        Checkout checkout = Checkout.read(Path.of(System.getProperty("precinct.root")));
        linkSources(checkout);
        Set<String> compared = new TreeSet<>();
        for (SourceModule module : checkout.modules().values()) {
            if (module.isBundle() && Files.isDirectory(module.path().resolve("src"))) {
                SourceModule copy = copy(module);
                new BundleJar(copy, checkout.root()).write(Launch.of(module).compilePath());
                assertThat(copy.classes()).satisfies(written -> assertSame(written, module.classes()));
                compared.add(module.folder());
            }
        }
        assertThat(compared)
                .contains(
                        "bundles/api",
                        "bundles/domains/cases/service",
                        "bundles/domains/source/engine",
                        "bundles/lib/jetty",
                        "bundles/boundaries/echo");
    }

    private static void assertSame(Path written, Path expected) throws IOException {
        try (Stream<Path> files = Files.walk(expected)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(written.resolve(expected.relativize(file).toString()))
                        .hasSameBinaryContentAs(file);
            }
        }
    }

    /** Links the sources, because bundles include files of other modules by paths relative to their own folder. */
    private void linkSources(Checkout checkout) throws IOException {
        Files.createSymbolicLink(folder.resolve("LICENSE"), checkout.root().resolve("LICENSE"));
        for (SourceModule module : checkout.modules().values()) {
            if (!module.folder().isEmpty()) {
                Path path = Files.createDirectories(folder.resolve(module.folder()));
                Files.createSymbolicLink(path.resolve("src"), module.path().resolve("src"));
            }
        }
    }

    /**
     * A copy of the module as Maven left it, without what bnd writes: component descriptions and copies of common code.
     */
    private SourceModule copy(SourceModule module) throws IOException {
        Path path = folder.resolve(module.folder());
        var copy = new SourceModule(module.folder(), module.artifact(), "jar", module.dependencies(), path);
        Files.createDirectories(copy.classes());
        Files.copy(module.path().resolve("bnd.bnd"), path.resolve("bnd.bnd"));
        try (Stream<Path> files = Files.walk(module.classes())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = module.classes().relativize(file).toString();
                if (!name.startsWith("OSGI-INF/") && !name.startsWith("io/precinct/common/")) {
                    Path target = copy.classes().resolve(name);
                    Files.createDirectories(target.getParent());
                    Files.copy(file, target);
                }
            }
        }
        return copy;
    }
}
