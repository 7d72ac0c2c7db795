package io.precinct.launcher.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.launcher.Failure;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunFileTest {
    private static final RunFile INSTANCE = new RunFile(
            42, URI.create("http://127.0.0.1:3000"), "f00d", Instant.parse("2026-01-02T03:04:05Z"), "1.2.3");

    @TempDir
    private Path temporary;

    @Test
    void whatIsWrittenIsRead() throws Exception {
        var folder = new DataFolder(temporary);

        INSTANCE.write(folder);

        assertThat(RunFile.read(folder)).contains(INSTANCE);
        assertThat(folder.runFile()).hasContent("""
                        {"pid":42,"url":"http://127.0.0.1:3000","port":3000,"token":"f00d",\
                        "started_at":"2026-01-02T03:04:05Z","version":"1.2.3"}""");
    }

    @Test
    void onlyItsOwnerMayReadItEvenWhereTheFileWasOpenBefore() throws IOException {
        var folder = new DataFolder(temporary);
        Files.writeString(folder.runFile(), "{}");
        Files.setPosixFilePermissions(folder.runFile(), PosixFilePermissions.fromString("rw-rw-rw-"));

        INSTANCE.write(folder);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.runFile())))
                .isEqualTo("rw-------");
    }

    @Test
    void whereThereIsNoneNothingIsRead() throws Failure {
        assertThat(RunFile.read(new DataFolder(temporary))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{\"pid\":1",
                "[]",
                "{}",
                "{\"pid\":\"x\",\"url\":\"http://h\",\"token\":\"t\",\"started_at\":\"2026-01-02T03:04:05Z\",\"version\":\"1\"}",
                "{\"pid\":1,\"url\":\"http://h\",\"token\":\"t\",\"started_at\":\"today\",\"version\":\"1\"}"
            })
    void aDamagedOneIsAFailureThatNamesTheFile(String content) throws IOException {
        var folder = new DataFolder(temporary);
        Files.writeString(folder.runFile(), content);

        assertThatThrownBy(() -> RunFile.read(folder))
                .isInstanceOf(Failure.class)
                .hasMessageStartingWith(folder.runFile() + " is damaged (");
    }
}
