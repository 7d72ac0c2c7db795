package io.precinct.core.chain;

import java.io.IOException;
import java.nio.file.Path;

/** Removes paths of the server from texts for clients. */
final class ServerPaths {
    private ServerPaths() {}

    /**
     * {@code text} with {@code file} shown relative to the configuration folder or, outside of it, by its name alone.
     */
    static String named(String text, Path file, Path configDir) {
        Path real = real(configDir);
        Path shown = file.startsWith(configDir)
                ? configDir.relativize(file)
                : file.startsWith(real) ? real.relativize(file) : file.getFileName();
        return shown == null ? text : text.replace(file.toString(), shown.toString());
    }

    /** {@code text} with paths in the configuration folder made relative to it. */
    static String hidden(String text, Path configDir) {
        String hidden = text;
        for (Path dir : new Path[] {configDir.toAbsolutePath(), real(configDir)}) {
            if (dir.getNameCount() == 0) {
                continue; // The root is a prefix of every path, and of addresses.
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
