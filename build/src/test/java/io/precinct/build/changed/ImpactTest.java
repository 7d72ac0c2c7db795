package io.precinct.build.changed;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.build.Checkout;
import io.precinct.build.tests.Records;
import io.precinct.build.tests.TestClass;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A checkout whose bundle {@code near} depends on {@code base}; {@code far} depends on neither; the product has all, and
 * two tests of it were recorded.
 */
class ImpactTest {
    @TempDir
    Path root;

    @BeforeEach
    void checkout() throws IOException {
        module(
                "",
                "root",
                "bundles/base",
                "bundles/near",
                "bundles/far",
                "features",
                "itests/support",
                "itests/architecture",
                "itests/blackbox");
        module("bundles/base", "base");
        module("bundles/near", "near");
        module("bundles/far", "far");
        module("features", "precinct-features");
        module("itests/support", "precinct-itests-support");
        module("itests/architecture", "architecture");
        module("itests/blackbox", "blackbox");
        depends("bundles/near", "base");
        depends("features", "base", "near", "far");
        depends("itests/architecture", "precinct-features");
        depends("itests/blackbox", "precinct-features", "precinct-itests-support");
        for (String name : List.of("base/Base", "near/Near", "far/Far")) {
            write("bundles/" + name.substring(0, name.indexOf('/')) + "/src/main/java/p/" + name + ".java", "");
        }
        tests("bundles/base", "p.base.BaseTest", "p.base.MoreTest");
        tests("bundles/near", "p.near.NearTest");
        tests("bundles/far", "p.far.FarTest");
        tests("itests/architecture", "p.DirectionTest");
        tests("itests/blackbox", "p.UsesBaseTest", "p.UsesFarTest", "p.NewTest");
        write("target/tests/loaded/p.UsesBaseTest.txt", "io.precinct.core.Core\np.base.Base\np.near.Near\n");
        write("target/tests/loaded/p.UsesFarTest.txt", "io.precinct.core.Core\np.far.Far\n");
    }

    @Test
    void theTestOfTheChangedClassComesFirstThenItsModuleThenItsDependents() {
        assertThat(stages("bundles/base/src/main/java/p/base/Base.java"))
                .containsExactly(
                        List.of("BaseTest"),
                        List.of("BaseTest", "MoreTest"),
                        List.of("NearTest"),
                        List.of("DirectionTest"),
                        List.of("UsesBaseTest"));
    }

    @Test
    void aTestThatFailedLastComesBeforeAll() throws IOException {
        write("target/tests/results.tsv", "p.far.FarTest\t10\tfailed\n");

        assertThat(stages("bundles/near/src/main/java/p/near/Near.java"))
                .first()
                .isEqualTo(List.of("FarTest"));
    }

    @Test
    void aNewClassStandsForAllOfItsModule() throws IOException {
        write("bundles/far/src/main/java/p/far/Fresh.java", "");

        assertThat(stages("bundles/far/src/main/java/p/far/Fresh.java")).last().isEqualTo(List.of("UsesFarTest"));
    }

    @Test
    void aResourceStandsForAllOfItsModule() {
        assertThat(stages("bundles/far/src/main/resources/p/words.txt")).last().isEqualTo(List.of("UsesFarTest"));
    }

    @Test
    void aNamedJarStandsForTheBundlesThatAreTestedWithIt() throws IOException {
        write("bundles/base/words/bnd.bnd", "");
        Files.delete(root.resolve("bundles/base/src/main/java/p/base/Base.java"));
        for (String folder : List.of("p/base", "p", "")) {
            Files.delete(root.resolve("bundles/base/src/main/java").resolve(folder));
        }

        assertThat(stages("bundles/base/words/words.txt"))
                .contains(List.of("NearTest"))
                .last()
                .isEqualTo(List.of("UsesBaseTest"));
    }

    @Test
    void whatWasNeverRecordedIsToldNotRun() {
        Impact impact = impact("bundles/base/src/main/java/p/base/Base.java");

        assertThat(impact.unknown()).extracting(TestClass::name).containsExactly("p.NewTest");
        assertThat(impact.unaffected())
                .extracting(TestClass::simpleName)
                .containsExactlyInAnyOrder("FarTest", "UsesFarTest");
    }

    @Test
    void whatWasNeverRecordedHereIsKnownByItsModules() throws IOException {
        write("build/records/modules.tsv", "p.NewTest\tbase,precinct-core\np.UsesFarTest\tnear,precinct-core\n");

        Impact impact = impact("bundles/base/src/main/java/p/base/Base.java");

        assertThat(impact.stages().getLast())
                .extracting(TestClass::simpleName)
                .containsExactlyInAnyOrder("UsesBaseTest", "NewTest");
        assertThat(impact.unknown()).isEmpty();
    }

    @Test
    void aTestThatStartsNoProductReadsItsFiles() throws IOException {
        write("target/tests/loaded/p.UsesFarTest.txt", "p.Tool\n");

        assertThat(stages("bundles/base/src/main/java/p/base/Base.java"))
                .last()
                .isEqualTo(List.of("UsesBaseTest", "UsesFarTest"));
    }

    @Test
    void aChangedTestIsRunWithItsModule() {
        assertThat(stages("bundles/far/src/test/java/p/far/FarTest.java"))
                .first()
                .isEqualTo(List.of("FarTest"));
        assertThat(stages("itests/blackbox/src/test/java/p/NewTest.java")).contains(List.of("NewTest"));
    }

    @Test
    void supportOfTestsConcernsAllWhoHaveItOnTheirClassPath() throws IOException {
        write("itests/support/src/main/java/p/Support.java", "");

        assertThat(stages("itests/support/src/main/java/p/Support.java"))
                .last()
                .isEqualTo(List.of("UsesBaseTest", "UsesFarTest", "NewTest").stream()
                        .sorted()
                        .toList());
    }

    @Test
    void aDocumentConcernsTheTestsThatNameIt() throws IOException {
        write("itests/blackbox/src/test/java/p/UsesFarTest.java", "read(\"docs/guide.md\")");

        assertThat(stages("docs/guide.md")).contains(List.of("UsesFarTest"));
        assertThat(impact("docs/other.md").unmapped()).containsExactly("docs/other.md");
    }

    @Test
    void theProgramConcernsEveryTestOfTheProduct() {
        assertThat(stages("precinct")).last().isEqualTo(List.of("NewTest", "UsesBaseTest", "UsesFarTest"));
    }

    private Impact impact(String... files) {
        return new Impact(Checkout.read(root), new Records(root), List.of(files));
    }

    /** The names of classes, stage by stage, empty ones left out. */
    private List<List<String>> stages(String file) {
        return impact(file).stages().stream()
                .map(stage -> stage.stream().map(TestClass::simpleName).sorted().toList())
                .filter(stage -> !stage.isEmpty())
                .toList();
    }

    private void module(String folder, String artifact, String... modules) throws IOException {
        var text = new StringBuilder("<project><artifactId>" + artifact + "</artifactId><version>1</version><modules>");
        for (String each : modules) {
            text.append("<module>").append(each).append("</module>");
        }
        write(folder + "/pom.xml", text + "</modules></project>");
    }

    private void depends(String folder, String... artifacts) throws IOException {
        Path pom = root.resolve(folder).resolve("pom.xml");
        var text = new StringBuilder("<dependencies>");
        for (String artifact : artifacts) {
            text.append("<dependency><groupId>io.precinct</groupId><artifactId>")
                    .append(artifact)
                    .append("</artifactId></dependency>");
        }
        Files.writeString(pom, Files.readString(pom).replace("</project>", text + "</dependencies></project>"));
    }

    private void tests(String folder, String... names) throws IOException {
        Files.createDirectories(root.resolve(folder).resolve("src/test/java"));
        for (String name : names) {
            Path file = root.resolve(folder).resolve("target/test-classes/" + name.replace('.', '/') + ".class");
            Files.createDirectories(file.getParent());
            ClassFile.of().buildTo(file, ClassDesc.of(name), type -> {});
        }
    }

    private void write(String name, String text) throws IOException {
        Path file = root.resolve(name.startsWith("/") ? name.substring(1) : name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
