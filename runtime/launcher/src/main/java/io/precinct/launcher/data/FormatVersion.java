package io.precinct.launcher.data;

import io.precinct.launcher.Failure;
import io.precinct.launcher.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * The format of a data folder. Its file {@code format} contains the number of the format on the first line and the
 * version of Precinct that wrote it on the second.
 */
final class FormatVersion {
    /** The format that this version writes. A change that raises it must add a migration of older formats here. */
    static final int CURRENT = 1;

    private FormatVersion() {}

    /**
     * Checks the format of a folder; marks a folder without one as having the current format.
     *
     * @throws Failure if the format is newer, or the file does not contain a format
     */
    static void check(DataFolder folder, Installation installation) throws Failure, IOException {
        Path file = folder.formatFile();
        if (!Files.exists(file)) {
            write(file, installation);
            return;
        }
        List<String> lines = Files.readAllLines(file);
        int format = number(file, lines.isEmpty() ? "" : lines.getFirst().strip());
        if (format > CURRENT) {
            String writer = lines.size() > 1 ? lines.get(1).strip() : "";
            throw new Failure(folder.path() + " has data format " + format + ", written by a newer Precinct; version "
                    + installation.version() + " reads up to format " + CURRENT
                    + ". Run it with the newer one: precinct-"
                    + (writer.isEmpty() ? "VERSION" : writer) + "/bin/precinct run --data '" + folder.path() + "'");
        }
    }

    private static int number(Path file, String text) throws Failure {
        try {
            int format = Integer.parseInt(text);
            if (format >= 1) {
                return format;
            }
        } catch (NumberFormatException e) {
            // reported below, together with numbers that no version ever wrote
        }
        throw new Failure(file + " holds '" + text
                + "' where the number of a data format is expected (this version writes "
                + CURRENT + "); the folder is not one of Precinct's, or the file was damaged: restore the folder, or"
                + " name another one with --data");
    }

    private static void write(Path file, Installation installation) throws IOException {
        Path unfinished = file.resolveSibling("format.new");
        Files.writeString(unfinished, CURRENT + "\n" + installation.version() + "\n");
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
