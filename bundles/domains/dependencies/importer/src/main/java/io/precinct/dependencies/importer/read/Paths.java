package io.precinct.dependencies.importer.read;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Handles paths within a repository: names separated by {@code /}, with no leading slash; the root is the empty text.
 */
final class Paths {
    private Paths() {}

    /** Returns the folder of a file. */
    static String folder(String path) {
        return path.substring(0, Math.max(0, path.lastIndexOf('/')));
    }

    /** Returns the path of a file in a folder. */
    static String in(String folder, String name) {
        return folder.isEmpty() ? name : folder + "/" + name;
    }

    /** Resolves a relative path against a folder; returns null if it leaves the repository. */
    static @Nullable String resolve(String folder, String relative) {
        if (relative.startsWith("/")) {
            return null;
        }
        Deque<String> names = new ArrayDeque<>();
        for (String name : in(folder, relative).split("/")) {
            switch (name) {
                case "", "." -> {}
                case ".." -> {
                    if (names.pollLast() == null) {
                        return null;
                    }
                }
                default -> names.add(name);
            }
        }
        return String.join("/", names);
    }
}
