package io.precinct.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderTemplateTest {
    @TempDir
    private Path folder;

    private final AtomicInteger made = new AtomicInteger();

    private FolderTemplate template(FolderTemplate.Maker maker, String key) {
        return new FolderTemplate(folder.resolve("made/template"), maker, key.getBytes(StandardCharsets.UTF_8));
    }

    private void fill(Path empty) throws IOException {
        Files.createDirectory(
                empty.resolve("inner"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.writeString(empty.resolve("inner/number"), Integer.toString(made.incrementAndGet()));
        Files.setPosixFilePermissions(empty.resolve("inner/number"), PosixFilePermissions.fromString("r--------"));
    }

    private String numberIn(String copy) throws IOException {
        return Files.readString(folder.resolve(copy).resolve("inner/number"));
    }

    private long templates() throws IOException {
        try (Stream<Path> all = Files.list(folder.resolve("made"))) {
            return all.count();
        }
    }

    @Test
    void itIsMadeOnceForEachKey() throws IOException {
        template(this::fill, "a").copyTo(folder.resolve("one"));
        template(this::fill, "a").copyTo(Files.createDirectory(folder.resolve("two")));
        template(this::fill, "b").copyTo(folder.resolve("three"));

        assertThat(numberIn("one")).isEqualTo("1");
        assertThat(numberIn("two")).isEqualTo("1");
        assertThat(numberIn("three")).isEqualTo("2");
        assertThat(templates()).isEqualTo(2);
    }

    @Test
    void aCopyHasThePermissionsOfItsTemplate() throws IOException {
        template(this::fill, "a").copyTo(folder.resolve("one"));

        assertThat(permissions("one/inner")).isEqualTo("rwx------");
        assertThat(permissions("one/inner/number")).isEqualTo("r--------");
    }

    private String permissions(String path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(path)));
    }

    @Test
    void whatAnotherProcessMadeMeanwhileIsUsed() throws IOException {
        FolderTemplate others = template(this::fill, "a");
        FolderTemplate.Maker slower = empty -> {
            others.copyTo(folder.resolve("others"));
            fill(empty);
        };

        template(slower, "a").copyTo(folder.resolve("own"));

        assertThat(numberIn("others")).isEqualTo("1");
        assertThat(numberIn("own")).isEqualTo("1");
        assertThat(templates()).isEqualTo(1);
    }

    @Test
    void aMakerThatFailsLeavesNothing() throws IOException {
        FolderTemplate.Maker failing = empty -> {
            fill(empty);
            throw new IOException("the disk is full");
        };

        assertThatThrownBy(() -> template(failing, "a").copyTo(folder.resolve("one")))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("the disk is full");

        assertThat(templates()).isZero();
        assertThat(folder.resolve("one")).doesNotExist();
        template(this::fill, "a").copyTo(folder.resolve("one"));
        assertThat(numberIn("one")).isEqualTo("2");
    }
}
