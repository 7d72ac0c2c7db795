package io.precinct.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileStatesTest {
    @TempDir
    Path folder;

    private FileStates watch(Path... files) {
        var collector = new FileStates.Collector();
        for (Path file : files) {
            collector.add(file);
        }
        return collector.done();
    }

    @Test
    void aTouchedFileHoldsTheSame() throws IOException {
        Path file = Files.writeString(folder.resolve("a"), "one");
        FileStates then = watch(file);
        assertThat(then.touched()).isFalse();
        Files.setLastModifiedTime(file, FileTime.fromMillis(0));
        assertThat(then.touched()).isTrue();
        assertThat(then.now().sameContent(then)).isTrue();
    }

    @Test
    void aFileOfTheSameSizeAndTimeWithOtherBytesDoesNot() throws IOException {
        Path file = Files.writeString(folder.resolve("a"), "one");
        FileStates then = watch(file);
        FileTime time = Files.getLastModifiedTime(file);
        Files.writeString(file, "two");
        Files.setLastModifiedTime(file, time);
        assertThat(then.now().sameContent(then)).isFalse();
    }

    @Test
    void aFileThatComesOrGoesIsAChange() throws IOException {
        Path file = folder.resolve("a");
        FileStates missing = watch(file);
        Files.writeString(file, "one");
        assertThat(missing.touched()).isTrue();
        assertThat(missing.now().sameContent(missing)).isFalse();
        FileStates there = watch(file);
        Files.delete(file);
        assertThat(there.touched()).isTrue();
        assertThat(there.now().sameContent(there)).isFalse();
    }

    @Test
    void aFileIsLookedAtAsItWasWhenItWasAdded() throws IOException {
        Path file = Files.writeString(folder.resolve("a"), "one");
        var collector = new FileStates.Collector();
        collector.add(file);
        Files.writeString(file, "another");
        collector.add(file);
        FileStates then = collector.done();
        assertThat(then.now().sameContent(then)).isFalse();
    }

    @Test
    void anEmptyFileIsToldFromAMissingOne() throws IOException {
        Path file = folder.resolve("a");
        assertThat(watch(file).hasEmpty()).isFalse();
        Files.createFile(file);
        assertThat(watch(file).hasEmpty()).isTrue();
    }
}
