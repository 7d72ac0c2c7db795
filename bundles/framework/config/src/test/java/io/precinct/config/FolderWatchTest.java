package io.precinct.config;

import io.precinct.testing.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderWatchTest {
    @TempDir
    Path folder;

    /** When a change is reported for the first time, restores the content of the file and throws an error. */
    private static final class Interrupted implements FolderWatch.Watched {
        final AtomicBoolean settled = new AtomicBoolean();
        private final Path file;
        private final FileStates read;
        private final AtomicBoolean failed = new AtomicBoolean();

        Interrupted(Path file) {
            this.file = file;
            var files = new FileStates.Collector();
            files.add(file);
            this.read = files.done();
        }

        @Override
        public FileStates files() {
            return read;
        }

        @Override
        public void settling() {
            if (failed.compareAndSet(false, true)) {
                try {
                    Files.writeString(file, "first");
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                throw new OutOfMemoryError("somebody else's");
            }
        }

        @Override
        public void settled() {
            settled.set(true);
        }
    }

    @Test
    void aChangeThatWasAnnouncedIsReadEvenIfAnErrorComesBetween() throws IOException {
        var watched = new Interrupted(Files.writeString(folder.resolve("a.yml"), "first"));
        try (var watch = new FolderWatch("test-watch", watched)) {
            watch.start();
            Files.writeString(folder.resolve("a.yml"), "second");
            Eventually.until("it is read", watched.settled::get);
        }
    }
}
