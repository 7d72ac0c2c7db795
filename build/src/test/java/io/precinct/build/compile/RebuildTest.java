package io.precinct.build.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.build.Checkout;
import io.precinct.build.SourceModule;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A checkout of two modules, as if Maven had built it: {@code user} depends on {@code base}. */
class RebuildTest {
    @TempDir
    Path root;

    private long edits;

    @BeforeEach
    void build() throws Exception {
        write(
                "pom.xml",
                pom(
                        "root",
                        "<packaging>pom</packaging><modules><module>base</module><module>user</module>"
                                + "</modules>"));
        write("bundles/pom.xml", "<bnd><![CDATA[]]></bnd>");
        write("base/pom.xml", pom("base", ""));
        write(
                "user/pom.xml",
                pom(
                        "user",
                        "<dependencies><dependency><groupId>io.precinct</groupId><artifactId>base</artifactId>"
                                + "</dependency></dependencies>"));
        write("base/src/main/java/p/Base.java", base("static final int LIMIT = 1; public int a() { return 1; }"));
        write("base/src/main/java/p/Other.java", "package p; public class Other { int b = Base.LIMIT; }");
        write(
                "user/src/main/java/q/User.java",
                "package q; public class User { public int a() { return LIMIT; }"
                        + " static final int LIMIT = p.Base.SEEN; }");
        launch("base", List.of());
        launch("user", List.of(root.resolve("base/target/classes")));
        rebuild();
    }

    @Test
    void aChangedBodyTouchesItsModuleAlone() throws Exception {
        long other = time("base/target/classes/p/Other.class");

        write("base/src/main/java/p/Base.java", base("static final int LIMIT = 1; public int a() { return 2; }"));

        assertThat(rebuild()).containsExactly("base");
        assertThat(call("p.Base", "a")).isEqualTo(2);
        assertThat(time("base/target/classes/p/Other.class")).isEqualTo(other);
    }

    @Test
    void nothingIsDoneTwice() throws Exception {
        assertThat(rebuild()).isEmpty();
    }

    @Test
    void aConstantReachesTheModulesThatHaveTakenItIn() throws Exception {
        write(
                "base/src/main/java/p/Base.java",
                base("static final int LIMIT = 1; public int a() { return 1; }").replace("SEEN = 5", "SEEN = 6"));

        assertThat(rebuild()).containsExactly("base", "user");
        assertThat(call("q.User", "a")).isEqualTo(6);
    }

    @Test
    void aClassWithoutItsSourceGoesAndThoseThatUseItNoLongerCompile() throws Exception {
        Files.delete(root.resolve("base/src/main/java/p/Base.java"));

        assertThatThrownBy(this::rebuild)
                .isInstanceOf(CompilationException.class)
                .hasMessageContaining("Other.java:1")
                .hasMessageContaining("Base");
        assertThat(root.resolve("base/target/classes/p/Base.class")).doesNotExist();
    }

    @Test
    void whatMavenMadeOfATemplateIsASourceToo() throws Exception {
        write(
                "user/target/generated-sources/jte/io/precinct/made/Made.java",
                "package io.precinct.made; public class Made { public static int a() { return 3; } }");
        write(
                "user/src/main/java/io/precinct/uses/Uses.java",
                "package io.precinct.uses; class Uses { int a = io.precinct.made.Made.a(); }");

        assertThat(rebuild()).containsExactly("user");
        assertThat(root.resolve("user/target/classes/io/precinct/made/Made.class"))
                .exists();
        assertThat(rebuild()).isEmpty();
    }

    @Test
    void theLastClassOfAPackageGoesWithItsSource() throws Exception {
        write("user/src/main/java/io/precinct/gone/Gone.java", "package io.precinct.gone; class Gone {}");
        rebuild();
        Path copied = root.resolve("user/target/classes/io/precinct/common/Copied.class");
        Files.createDirectories(copied.getParent());
        Files.copy(root.resolve("user/target/classes/q/User.class"), copied);

        Files.delete(root.resolve("user/src/main/java/io/precinct/gone/Gone.java"));

        assertThat(rebuild()).containsExactly("user");
        assertThat(root.resolve("user/target/classes/io/precinct/gone/Gone.class"))
                .doesNotExist();
        assertThat(copied).exists();
    }

    @Test
    void classesThatABundleTakesFromAnotherJarStayBesideOursInTheirPackage() throws Exception {
        write("user/src/main/java/com/other/Ours.java", "package com.other; public class Ours {}");
        write("user/bnd.bnd", "-includeresource: @other.jar!/com/other/*");
        rebuild();
        Path theirs = root.resolve("user/target/classes/com/other/Theirs.class");
        Files.copy(root.resolve("user/target/classes/q/User.class"), theirs);

        assertThat(rebuild()).isEmpty();
        assertThat(theirs).exists();
    }

    @Test
    void newInstructionsOfABundleReachItsManifest() throws Exception {
        write("user/bnd.bnd", "Bundle-SymbolicName: user\nPrecinct-Test: one");
        Path manifest = root.resolve("user/target/classes/META-INF/MANIFEST.MF");
        Files.createDirectories(manifest.getParent());
        Files.writeString(manifest, "Manifest-Version: 1.0\n");

        assertThat(rebuild()).containsExactly("user");
        assertThat(manifest).content().contains("Precinct-Test: one");
    }

    @Test
    void whatDidNotCompileIsCompiledAgain() throws Exception {
        write("base/src/main/java/p/Base.java", base("public int a() { return \"one\"; }"));
        assertThatThrownBy(this::rebuild).isInstanceOf(CompilationException.class);

        write("base/src/main/java/p/Base.java", base("static final int LIMIT = 1; public int a() { return 3; }"));

        assertThat(rebuild()).contains("base");
        assertThat(call("p.Base", "a")).isEqualTo(3);
    }

    @Test
    void mavenStillSeesASourceAsChanged() throws Exception {
        write("base/src/main/java/p/Base.java", base("static final int LIMIT = 1; public int a() { return 2; }"));
        rebuild();

        assertThat(time("base/target/classes/p/Base.class")).isLessThan(time("base/src/main/java/p/Base.java"));
    }

    @Test
    void aResourceIsCopied() throws Exception {
        write("base/src/main/resources/p/words.txt", "hello");

        assertThat(rebuild()).containsExactly("base");
        assertThat(root.resolve("base/target/classes/p/words.txt")).hasContent("hello");
    }

    private static String base(String members) {
        return "package p; public class Base { public static final int SEEN = 5; " + members + " }";
    }

    private static String pom(String artifact, String more) {
        return "<project><artifactId>" + artifact + "</artifactId><version>1</version>" + more + "</project>";
    }

    private void launch(String module, List<Path> dependencies) throws IOException {
        String path = Stream.concat(Stream.of(root.resolve(module + "/target/classes")), dependencies.stream())
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
        write(module + "/target/test.launch", "compile.path=" + path + "\n");
        write(module + "/target/test.properties", "");
        Files.createDirectories(root.resolve(module + "/target/classes"));
    }

    private List<String> rebuild() throws CompilationException {
        var rebuild = new Rebuild(Checkout.read(root));
        rebuild.run(false);
        return rebuild.rebuilt().stream().map(SourceModule::artifact).toList();
    }

    /** Writes a file, each some time after the one before: file timestamps may be coarse. */
    private void write(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        edits += 10_000;
        Files.setLastModifiedTime(file, FileTime.fromMillis(System.currentTimeMillis() + edits));
    }

    private long time(String name) {
        return root.resolve(name).toFile().lastModified();
    }

    private Object call(String type, String method) throws Exception {
        URL[] path = {
            root.resolve("base/target/classes/").toUri().toURL(),
            root.resolve("user/target/classes/").toUri().toURL()
        };
        try (var loader = new URLClassLoader(path, null)) {
            Class<?> loaded = loader.loadClass(type);
            return loaded.getMethod(method).invoke(loaded.getConstructor().newInstance());
        }
    }
}
