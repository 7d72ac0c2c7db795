package io.precinct.source.git;

import io.precinct.common.digest.Digests;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.List;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectIdSubclassMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * When each content was first seen at each path: git objects have no time of their own. Kept in an append-only file of
 * lines {@code second blob path}; a line that a crash cut off is not read. In memory, each takes some 50 bytes, however
 * long paths are. Thread-safe.
 */
final class FirstSeenTimes {
    private static final Logger LOG = LoggerFactory.getLogger(FirstSeenTimes.class);
    private static final int BLOB = 40;

    private final Path file;
    private @Nullable ObjectIdSubclassMap<Seen> read;

    /** The second at which a {@link #key} was first seen. */
    private static final class Seen extends ObjectId {
        private static final long serialVersionUID = 1L;

        final long second;

        Seen(ObjectId key, long second) {
            super(key);
            this.second = second;
        }
    }

    /** Reads nothing before it is needed. */
    FirstSeenTimes(Path file) {
        this.file = file;
    }

    /** Identifies a blob at a path: the first 20 bytes of a digest of both. */
    private static ObjectId key(String path, String blob) {
        return ObjectId.fromString(Digests.sha256Hex(blob + path).substring(0, BLOB));
    }

    private ObjectIdSubclassMap<Seen> seconds() {
        ObjectIdSubclassMap<Seen> known = read;
        if (known == null) {
            known = read();
            read = known;
        }
        return known;
    }

    private ObjectIdSubclassMap<Seen> read() {
        var seconds = new ObjectIdSubclassMap<Seen>();
        if (!Files.exists(file)) {
            return seconds;
        }
        try (var lines = Files.lines(file, StandardCharsets.UTF_8)) {
            lines.forEach(line -> {
                int space = line.indexOf(' ');
                if (space > 0 && line.length() > space + BLOB + 2 && line.charAt(space + BLOB + 1) == ' ') {
                    String blob = line.substring(space + 1, space + 1 + BLOB);
                    String path = unescaped(line.substring(space + BLOB + 2));
                    seconds.addIfAbsent(new Seen(key(path, blob), Long.parseLong(line.substring(0, space))));
                }
            });
        } catch (IOException | UncheckedIOException | NumberFormatException e) {
            LOG.warn("{} is damaged and begun anew: {}", file, e.toString());
            seconds.clear();
            setAside();
        }
        return seconds;
    }

    private void setAside() {
        try {
            Files.move(file, file.resolveSibling(file.getFileName() + ".damaged"), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            LOG.warn("{} cannot be set aside: {}", file, e.toString());
        }
    }

    /** The second of this content; {@code now} if it is new, which is then kept. */
    synchronized long first(String path, String blob, long now) {
        Seen seen = seconds().get(key(path, blob));
        if (seen != null) {
            return seen.second;
        }
        note(List.of(new TreeFile(path, 0, blob)), now);
        return now;
    }

    /** Notes files; known ones keep their second. */
    synchronized void note(Collection<TreeFile> files, long now) {
        ObjectIdSubclassMap<Seen> seconds = seconds();
        try (BufferedWriter out = Files.newBufferedWriter(
                file, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            for (TreeFile noted : files) {
                var seen = new Seen(key(noted.path(), noted.blob()), now);
                if (seconds.addIfAbsent(seen) == seen) {
                    out.write(now + " " + noted.blob() + " " + escaped(noted.path()) + "\n");
                }
            }
        } catch (IOException e) {
            LOG.warn("{} cannot be written, so that files count as new after a restart: {}", file, e.toString());
        }
    }

    private static String escaped(String path) {
        return path.replace("%", "%25").replace("\n", "%0A").replace("\r", "%0D");
    }

    private static String unescaped(String path) {
        return path.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%");
    }
}
