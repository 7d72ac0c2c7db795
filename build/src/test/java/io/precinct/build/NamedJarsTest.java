package io.precinct.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.build.compile.CompilationException;
import io.precinct.build.compile.Rebuild;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.jar.JarFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A checkout with a module that makes the jars {@code one} and {@code two} from folders of these names. */
class NamedJarsTest {
    private static final FileTime LONG_AGO = FileTime.fromMillis(1_000_000_000_000L);

    @TempDir
    private Path root;

    private Path module;
    private Path one;
    private Path two;

    @BeforeEach
    void checkout() throws IOException {
        module = root.resolve("bundles/data");
        one = module.resolve("target/data-1.2.0-SNAPSHOT-one.jar");
        two = module.resolve("target/data-1.2.0-SNAPSHOT-two.jar");
        write("pom.xml", """
                <project>
                  <artifactId>root</artifactId>
                  <version>1.2.0-SNAPSHOT</version>
                  <packaging>pom</packaging>
                  <licenses><license><name>Apache-2.0</name></license></licenses>
                  <properties><word>hello</word></properties>
                  <modules><module>bundles/data</module></modules>
                </project>
                """);
        write(
                "bundles/pom.xml",
                "<bnd><![CDATA[\n-noextraheaders: true\n-reproducible: true\n-snapshot: SNAPSHOT\n]]></bnd>");
        write("bundles/data/pom.xml", "<project><artifactId>data</artifactId><packaging>pom</packaging></project>");
        write(
                "bundles/data/common.bndinc",
                "Bundle-SymbolicName: test.${classifier}\nTest-Word: ${word}\n-includeresource: data=words\n");
        for (String name : List.of("one", "two")) {
            write("bundles/data/" + name + "/bnd.bnd", "-include: ../common.bndinc\n");
            write("bundles/data/" + name + "/words/words.txt", name);
        }
        write("bundles/data/plain/words.txt", "no jar");
        write("bundles/data/target/test.launch", "compile.path=\n");
        write("bundles/data/target/test.properties", "");
    }

    private void write(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private List<String> pack() throws IOException {
        return new NamedJars(root, module, "data").pack(List.of());
    }

    private static String header(Path jar, String name) throws IOException {
        try (var file = new JarFile(jar.toFile())) {
            return file.getManifest().getMainAttributes().getValue(name);
        }
    }

    private static String entry(Path jar, String name) throws IOException {
        try (var file = new JarFile(jar.toFile())) {
            return new String(file.getInputStream(file.getEntry(name)).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void eachFolderWithInstructionsIsAJar() throws IOException {
        assertThat(pack()).isEmpty();

        assertThat(module.resolve("target").toFile().list((_, name) -> name.endsWith(".jar")))
                .containsExactlyInAnyOrder(
                        one.getFileName().toString(), two.getFileName().toString());
        assertThat(header(one, "Bundle-SymbolicName")).isEqualTo("test.one");
        assertThat(header(one, "Bundle-Version")).isEqualTo("1.2.0.SNAPSHOT");
        assertThat(header(one, "Bundle-License")).isEqualTo("Apache-2.0");
        assertThat(header(one, "Test-Word")).isEqualTo("hello");
        assertThat(entry(two, "data/words.txt")).isEqualTo("two");
    }

    @Test
    void aJarThatWouldNotChangeIsLeftAlone() throws IOException {
        pack();
        byte[] before = Files.readAllBytes(two);
        Files.setLastModifiedTime(one, LONG_AGO);
        Files.setLastModifiedTime(two, LONG_AGO);

        write("bundles/data/one/words/words.txt", "changed");
        pack();

        assertThat(entry(one, "data/words.txt")).isEqualTo("changed");
        assertThat(Files.getLastModifiedTime(two)).isEqualTo(LONG_AGO);
        Files.delete(two);
        pack();
        assertThat(two).hasBinaryContent(before);
    }

    @Test
    void theJarOfAFolderThatIsGoneIsDeleted() throws IOException {
        pack();

        Files.delete(module.resolve("two/bnd.bnd"));
        pack();

        assertThat(one).exists();
        assertThat(two).doesNotExist();
    }

    @Test
    void faultsOfInstructionsAreNamedWithTheirFile() throws IOException {
        write("bundles/data/two/bnd.bnd", "-include: ../common.bndinc\n-includeresource.more: missing.txt\n");

        assertThat(pack())
                .isNotEmpty()
                .allSatisfy(fault -> assertThat(fault)
                        .startsWith(module.resolve("two/bnd.bnd") + ": ")
                        .contains("missing.txt"));
        assertThat(two).doesNotExist();
    }

    @Test
    void aRebuildPacksWhatHasChangedSinceTheLastTime() throws Exception {
        assertThat(rebuilt()).containsExactly("data");
        assertThat(rebuilt()).isEmpty();

        write("bundles/data/one/words/words.txt", "changed");
        Files.setLastModifiedTime(
                module.resolve("one/words/words.txt"), FileTime.fromMillis(System.currentTimeMillis() + 10_000));

        assertThat(rebuilt()).containsExactly("data");
        assertThat(entry(one, "data/words.txt")).isEqualTo("changed");
    }

    @Test
    void aFolderWithAPomIsAnotherModule() throws Exception {
        write("bundles/data/other/pom.xml", "<project><artifactId>other</artifactId></project>");
        write("bundles/data/other/bnd.bnd", "Bundle-SymbolicName: test.other\n");
        assertThat(rebuilt()).containsExactly("data");
        assertThat(module.resolve("target").toFile().list((_, name) -> name.endsWith("-other.jar")))
                .isEmpty();

        Files.setLastModifiedTime(
                module.resolve("other/bnd.bnd"), FileTime.fromMillis(System.currentTimeMillis() + 10_000));

        assertThat(rebuilt()).isEmpty();
    }

    private List<String> rebuilt() throws CompilationException {
        var rebuild = new Rebuild(Checkout.read(root));
        rebuild.run(false);
        return rebuild.rebuilt().stream().map(SourceModule::artifact).toList();
    }

    @Test
    void aJarIsNamedByItsFolder() {
        Checkout checkout = Checkout.read(root);

        assertThat(checkout.bundle("data/one").map(Checkout.BundleFile::jar)).contains(one);
        assertThat(checkout.bundle("bundles/data/two/").map(Checkout.BundleFile::jar))
                .contains(two);
        assertThat(checkout.bundle("data")).isEmpty();
        assertThat(checkout.bundle("data/plain")).isEmpty();
    }
}
