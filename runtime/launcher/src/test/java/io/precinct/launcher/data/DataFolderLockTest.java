package io.precinct.launcher.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.launcher.Failure;
import io.precinct.launcher.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFolderLockTest {
    @TempDir
    private Path temporary;

    private DataFolder folder;
    private Installation installation;

    @BeforeEach
    void aFolderThatDoesNotExistYet() {
        folder = new DataFolder(temporary.resolve("a/data folder"));
        installation = new Installation(temporary, temporary, folder.path(), "1.2.3");
    }

    @Test
    void aNewFolderIsCreatedAndSaysItsFormatAndWhoWroteIt() throws Exception {
        try (DataFolderLock occupation = DataFolderLock.of(folder, installation)) {
            assertThat(occupation.folder()).isEqualTo(folder);
            assertThat(folder.formatFile()).hasContent("1\n1.2.3");
        }
    }

    @Test
    void aFolderHasOneProcessAtATime() throws Exception {
        try (DataFolderLock first = DataFolderLock.of(folder, installation)) {
            assertThatThrownBy(() -> DataFolderLock.of(folder, installation))
                    .isInstanceOf(Failure.class)
                    .hasMessage(
                            "another precinct (pid " + ProcessHandle.current().pid() + ") runs on "
                                    + first.folder().path() + "; stop it, or name another folder with --data");
        }
        DataFolderLock.of(folder, installation).close();
    }

    @Test
    void theLockOfAnEndedProcessIsNoLock() throws Exception {
        Files.createDirectories(folder.path());
        Files.writeString(folder.lockFile(), "999999999\n");

        DataFolderLock.of(folder, installation).close();

        assertThat(folder.lockFile())
                .hasContent(Long.toString(ProcessHandle.current().pid()));
    }

    @Test
    void whatAKilledProcessLeftIsRemoved() throws Exception {
        Files.createDirectories(folder.path());
        Files.writeString(folder.runFile(), "{}");
        Files.writeString(folder.path().resolve("run.json.new"), "{\"pid\":");

        try (DataFolderLock occupation = DataFolderLock.of(folder, installation)) {
            assertThat(occupation.folder().runFile()).doesNotExist();
            assertThat(folder.path().resolve("run.json.new")).doesNotExist();
        }
    }

    @Test
    void aNewerFormatIsRefusedWithTheCommandThatReadsIt() throws IOException {
        Files.createDirectories(folder.path());
        Files.writeString(folder.formatFile(), "2\n3.4.5\n");

        assertThatThrownBy(() -> DataFolderLock.of(folder, installation))
                .isInstanceOf(Failure.class)
                .hasMessage(folder.path() + " has data format 2, written by a newer Precinct; version 1.2.3 reads up to"
                        + " format 1. Run it with the newer one: precinct-3.4.5/bin/precinct run --data '"
                        + folder.path() + "'");
        assertThat(folder.formatFile()).hasContent("2\n3.4.5");
    }

    @Test
    void aFormatThatIsNoNumberIsRefusedAndTheFolderIsFreeAgain() throws Exception {
        Files.createDirectories(folder.path());
        Files.writeString(folder.formatFile(), "zwei\n");

        assertThatThrownBy(() -> DataFolderLock.of(folder, installation))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("holds 'zwei' where the number of a data format is expected");

        Files.delete(folder.formatFile());
        DataFolderLock.of(folder, installation).close();
    }

    @Test
    void aFolderThatIsAFileIsRefusedWithTheReason() throws IOException {
        Path file = Files.createFile(temporary.resolve("file"));

        assertThatThrownBy(() -> DataFolderLock.of(new DataFolder(file), installation))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("cannot use the data folder " + file);
    }

    @Test
    void aFolderThatIsGivenBackBecauseTheWorkFailedIsAsItWasFound() throws Exception {
        Path parent = Files.createDirectory(temporary.resolve("given-back"));
        var fresh = new DataFolder(parent.resolve("not/there"));
        try (DataFolderLock occupation = DataFolderLock.of(fresh, installation)) {
            occupation.withdraw();
        }
        try (var left = Files.list(parent)) {
            assertThat(left).isEmpty();
        }

        var used = new DataFolder(parent);
        DataFolderLock.of(used, installation).close();
        Files.writeString(parent.resolve("users"), "");
        try (DataFolderLock occupation = DataFolderLock.of(used, installation)) {
            occupation.withdraw();
        }
        assertThat(used.formatFile()).exists();
        assertThat(parent.resolve("users")).exists();
    }
}
