package io.precinct.source.git;

import io.precinct.common.digest.Digests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Comparator;
import java.util.List;
import org.eclipse.jgit.util.FileUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder of one repository below {@code storage}. A clone in it is named after its url and creation time, so that
 * another url never finds it, and a new one may stand beside one that is still being read.
 */
final class RepositoryFolder {
    private static final Logger LOG = LoggerFactory.getLogger(RepositoryFolder.class);
    private static final String MARK = "precinct-repository";
    private static final String UNUSED = "unused-since";
    private static final String TEMPORARY = "cloning-";
    private static final int DIGITS = 8;
    private static final Duration KEPT = Duration.ofDays(1);

    private final Path folder;
    private final String prefix;

    RepositoryFolder(Path storage, String name, String url) {
        folder = storage.resolve(name);
        prefix = "clone-" + Digests.sha256Hex(url).substring(0, DIGITS) + "-";
    }

    /** Makes the folder, or reuses it. */
    void make() throws IOException {
        Files.createDirectories(folder);
        Path mark = folder.resolve(MARK);
        if (!Files.exists(mark)) {
            Files.writeString(mark, "Made by precinct, which removes it a day after source.yml ceased to name it.\n");
        }
        Files.deleteIfExists(folder.resolve(UNUSED));
    }

    Path folder() {
        return folder;
    }

    Path firstSeen() {
        return folder.resolve("seen");
    }

    /** Clones of this url, the newest first. */
    List<Path> clones() throws IOException {
        try (var children = Files.list(folder)) {
            return children.filter(child -> name(child).startsWith(prefix))
                    .sorted(Comparator.comparing(RepositoryFolder::name).reversed())
                    .toList();
        }
    }

    /** A folder to clone into. */
    Path temporary() throws IOException {
        return Files.createTempDirectory(folder, TEMPORARY);
    }

    /** Makes a finished clone findable. */
    Path publish(Path temporary) throws IOException {
        Path target = folder.resolve(prefix + String.format("%015d", System.currentTimeMillis()));
        return Files.move(temporary, target);
    }

    /** Removes everything except one clone: leftovers of other urls, of damaged clones and of interrupted cloning. */
    void keepOnly(Path clone) {
        try (var children = Files.list(folder)) {
            for (Path child : children.toList()) {
                boolean ours = name(child).startsWith("clone-") || name(child).startsWith(TEMPORARY);
                if (ours && !child.equals(clone)) {
                    FileUtils.delete(child.toFile(), FileUtils.RECURSIVE | FileUtils.SKIP_MISSING);
                }
            }
        } catch (IOException e) {
            LOG.warn("{}: what is not used any more cannot be removed: {}", folder, e.toString());
        }
    }

    private static String name(Path path) {
        return String.valueOf(path.getFileName());
    }

    /** Removes the folders of repositories that have not been configured for a day. */
    static void clean(Path storage, List<String> configured, Instant now) {
        try (var children = Files.list(storage)) {
            for (Path child : children.toList()) {
                if (!configured.contains(name(child)) && Files.exists(child.resolve(MARK))) {
                    clean(child, now);
                }
            }
        } catch (NoSuchFileException e) {
            LOG.debug("there is no {} yet", storage);
        } catch (IOException e) {
            LOG.warn("{}: what is not configured any more cannot be removed: {}", storage, e.toString());
        }
    }

    private static void clean(Path child, Instant now) throws IOException {
        Path unused = child.resolve(UNUSED);
        if (!Files.exists(unused)) {
            Files.writeString(unused, now.toString());
        } else if (since(unused, now).plus(KEPT).isBefore(now)) {
            LOG.info("{} is removed: source.yml has not named it for a day", child);
            FileUtils.delete(child.toFile(), FileUtils.RECURSIVE | FileUtils.SKIP_MISSING);
        }
    }

    private static Instant since(Path unused, Instant now) throws IOException {
        try {
            return Instant.parse(Files.readString(unused).strip());
        } catch (DateTimeParseException e) {
            Files.writeString(unused, now.toString()); // cut off by a crash: its day begins again
            return now;
        }
    }
}
