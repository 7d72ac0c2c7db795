package io.precinct.core.chain;

import java.io.IOException;
import java.nio.file.Path;

/** Texts for clients, who are told nothing of where the server keeps its files. */
final class ServerPaths {
    private ServerPaths() {}

    /** {@code text} with {@code file} called as it is called below the configuration folder, or by its mere name. */
    static String named(String text, Path file, Path configDir) {
        Path real = real(configDir);
        Path shown = file.startsWith(configDir)
                ? configDir.relativize(file)
                : file.startsWith(real) ? real.relativize(file) : file.getFileName();
        return shown == null ? text : text.replace(file.toString(), shown.toString());
    }

    /** {@code text} without the configuration folder in front of what lies in it. */
    static String hidden(String text, Path configDir) {
        String hidden = text;
        for (Path dir : new Path[] {configDir.toAbsolutePath(), real(configDir)}) {
            if (dir.getNameCount() == 0) {
                continue; // The root is in front of everything, of addresses too.
            }
            hidden = hidden.replace(dir + dir.getFileSystem().getSeparator(), "")
                    .replace(dir.toString(), "the configuration folder");
        }
        return hidden;
    }

    private static Path real(Path dir) {
        try {
            return dir.toRealPath();
        } catch (IOException e) {
            return dir.toAbsolutePath();
        }
    }
}
