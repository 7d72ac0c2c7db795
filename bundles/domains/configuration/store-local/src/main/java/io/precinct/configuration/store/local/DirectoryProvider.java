package io.precinct.configuration.store.local;

import io.precinct.api.service.Extension;
import io.precinct.source.api.store.ParameterStore;
import io.precinct.source.api.store.StoreAddress;
import io.precinct.source.api.store.StoreEntry;
import io.precinct.source.api.store.StoreException;
import io.precinct.source.api.store.StoreProvider;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.osgi.service.component.annotations.Component;

/** Parameter stores that are a directory: each file is an entry, its path the key and its bytes the value. */
@Component(service = Extension.class)
public final class DirectoryProvider implements StoreProvider {
    /** What configuration calls it. */
    static final String NAME = "directory";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public ParameterStore open(StoreAddress address) throws StoreException {
        Path folder = Path.of(address.url());
        if (!Files.isDirectory(folder)) {
            throw new StoreException(
                    Files.exists(folder) ? folder + " is no directory" : "there is no directory " + folder);
        }
        try {
            var reading = new Reading(folder.toRealPath(), address.maxBytes());
            Files.walkFileTree(reading.root, reading);
            return new ReadEntries(reading.entries);
        } catch (StoreException e) {
            throw e;
        } catch (IOException e) {
            throw new StoreException(folder + " cannot be read: " + e.getClass().getSimpleName(), e);
        }
    }

    /**
     * Goes through a directory. Links are followed to files below it and nowhere else, so that a directory that Kubernetes
     * mounts is read: its files are links into a folder whose name begins with two dots, which is passed over.
     */
    private static final class Reading extends SimpleFileVisitor<Path> {
        private static final int MOST_ENTRIES = 100_000;

        private final Path root;
        private final long most;
        private final TreeMap<String, StoreEntry> entries = new TreeMap<>();
        private final Map<Object, String> origins = new HashMap<>();
        private long bytes;

        Reading(Path root, long most) {
            this.root = root;
            this.most = most;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return isPassedOver(folder) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
        }

        private boolean isPassedOver(Path path) {
            return !path.equals(root) && String.valueOf(path.getFileName()).startsWith("..");
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            if (!isPassedOver(file) && Files.isRegularFile(file)) {
                take(file);
            }
            return FileVisitResult.CONTINUE;
        }

        /** What is removed while it is read is not there. */
        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            if (failure instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw failure;
        }

        private void take(Path file) throws IOException {
            try {
                Path real = file.toRealPath();
                if (real.startsWith(root)) {
                    String key = root.relativize(file).toString().replace(File.separatorChar, '/');
                    entries.put(key, new StoreEntry(key, false, read(file, real), origin(real)));
                }
            } catch (NoSuchFileException e) {
                return; // removed a moment ago
            }
            if (entries.size() > MOST_ENTRIES) {
                throw new StoreException(root + " holds more than the " + MOST_ENTRIES + " files that are read");
            }
        }

        /** The path below the root of the file itself: the same for all links to it, symbolic and hard ones. */
        private String origin(Path real) throws IOException {
            String path = root.relativize(real).toString().replace(File.separatorChar, '/');
            Object identity =
                    Files.readAttributes(real, BasicFileAttributes.class).fileKey();
            return identity == null ? path : origins.computeIfAbsent(identity, _ -> path);
        }

        private byte[] read(Path file, Path real) throws IOException {
            try (InputStream in = Files.newInputStream(real)) {
                byte[] content = in.readNBytes((int) Math.min(Integer.MAX_VALUE - 8L, most - bytes + 1));
                bytes += content.length;
                if (bytes > most) {
                    throw new StoreException(root + " holds more than the " + most + " bytes that are read, as of "
                            + root.relativize(file));
                }
                return content;
            }
        }
    }
}
