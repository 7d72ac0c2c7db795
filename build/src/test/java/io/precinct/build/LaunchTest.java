package io.precinct.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.build.changed.ChangedTests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Maven has left of modules is used until a relevant pom changes. */
class LaunchTest {
    private static final long BUILT = 1_000_000;

    @TempDir
    Path root;

    @BeforeEach
    void build() throws Exception {
        pom(
                "",
                "root",
                "",
                "<packaging>pom</packaging><modules><module>group</module><module>alone</module></modules>");
        pom(
                "group",
                "group",
                "root",
                "<packaging>pom</packaging><modules><module>base</module><module>user</module></modules>");
        pom("group/base", "base", "group", "");
        pom("group/user", "user", "group", depends("base"));
        pom("alone", "alone", "root", depends("user"));
        for (String module : new String[] {"group/base", "group/user", "alone"}) {
            Files.createDirectories(root.resolve(module).resolve("src/main/java"));
            write(module + "/target/test.launch", "arguments=\n", BUILT);
        }
    }

    @Test
    void whatMavenLeftIsCurrentUntilAPomChanges() {
        assertThat(unbuilt()).isNull();
    }

    @Test
    void aModuleWithoutTestsWhosePomChangedIsMavens() throws Exception {
        touch("alone/pom.xml");
        assertThat(unbuilt()).isEqualTo("alone");
    }

    @Test
    void aModuleIsMavensWhereItsParentChanged() throws Exception {
        touch("group/pom.xml");
        assertThat(current("base")).isFalse();
        assertThat(current("user")).isFalse();
    }

    @Test
    void aModuleIsMavensWhereAPomChangedThatItDependsOn() throws Exception {
        touch("group/base/pom.xml");
        assertThat(current("alone")).isFalse();
        write("group/base/target/test.launch", "arguments=\n", BUILT + 20_000);
        write("group/user/target/test.launch", "arguments=\n", BUILT + 20_000);
        assertThat(current("user")).isTrue();
        assertThat(unbuilt()).isEqualTo("alone");
    }

    @Test
    void aModuleThatMavenHasNotBuiltIsNotCurrent() throws Exception {
        Files.delete(root.resolve("alone/target/test.launch"));
        assertThat(current("alone")).isFalse();
    }

    private String unbuilt() {
        return ChangedTests.unbuilt(Checkout.read(root))
                .map(SourceModule::artifact)
                .orElse(null);
    }

    private boolean current(String artifact) {
        Checkout checkout = Checkout.read(root);
        return Launch.isCurrent(checkout.named(artifact).orElseThrow(), checkout);
    }

    private static String depends(String artifact) {
        return "<dependencies><dependency><groupId>io.precinct</groupId><artifactId>" + artifact
                + "</artifactId></dependency></dependencies>";
    }

    private void pom(String folder, String artifact, String parent, String more) throws IOException {
        String above = parent.isEmpty() ? "" : "<parent><artifactId>" + parent + "</artifactId></parent>";
        write(
                folder + (folder.isEmpty() ? "" : "/") + "pom.xml",
                "<project>" + above + "<artifactId>" + artifact + "</artifactId><version>1</version>" + more
                        + "</project>",
                BUILT - 10_000);
    }

    private void touch(String file) throws IOException {
        Files.setLastModifiedTime(root.resolve(file), FileTime.fromMillis(BUILT + 10_000));
    }

    private void write(String name, String text, long time) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        Files.setLastModifiedTime(file, FileTime.fromMillis(time));
    }
}
