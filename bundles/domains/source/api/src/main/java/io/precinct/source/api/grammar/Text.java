package io.precinct.source.api.grammar;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Reads queries that stand beside a grammar's class. */
public final class Text {
    private Text() {}

    /**
     * A resource of a bundle as text in UTF-8.
     *
     * @param name relative to {@code beside}
     * @throws UncheckedIOException if it is missing or cannot be read
     */
    public static String of(Class<?> beside, String name) {
        try (InputStream in = beside.getResourceAsStream(name)) {
            if (in == null) {
                throw new UncheckedIOException(
                        new IOException(name + " is missing beside " + beside.getName() + " in its bundle"));
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
