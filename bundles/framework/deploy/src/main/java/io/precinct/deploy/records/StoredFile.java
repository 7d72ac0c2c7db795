package io.precinct.deploy.records;

import io.precinct.api.data.Json;
import io.precinct.api.data.MalformedJson;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Replaces files of the data folder, and reads the JSON objects in them, as {@link Json} wrote them. */
final class StoredFile {
    private StoredFile() {}

    /**
     * Replaces a file in one step, so that a crash leaves the old or the new one. Writes through a stream: a channel
     * would be closed if the thread is interrupted while the process stops.
     */
    static void replace(Path file, byte[] content) throws IOException {
        Path next = file.resolveSibling(file.getFileName() + ".part");
        try (var out = new FileOutputStream(next.toFile())) {
            out.write(content);
            out.getFD().sync();
        }
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /**
     * Reads one object.
     *
     * @throws IOException if the text is not JSON, or not an object
     */
    @SuppressWarnings("unchecked") // plain data
    static Map<String, @Nullable Object> read(String text) throws IOException {
        try {
            if (Json.read(text) instanceof Map<?, ?> map) {
                return (Map<String, @Nullable Object>) map;
            }
            throw new IOException("a JSON object was expected");
        } catch (MalformedJson e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** The member of this name, a text. */
    static String text(Map<?, ?> data, String key) throws IOException {
        return data.get(key) instanceof String text ? text : missing(key);
    }

    /** The member of this name, an object. */
    static Map<?, ?> map(Map<?, ?> data, String key) throws IOException {
        return data.get(key) instanceof Map<?, ?> map ? map : missing(key);
    }

    private static <T> T missing(String key) throws IOException {
        throw new IOException("the member " + key + " is missing");
    }
}
