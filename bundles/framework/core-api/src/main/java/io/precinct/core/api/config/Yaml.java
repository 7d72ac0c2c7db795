package io.precinct.core.api.config;

import io.precinct.api.config.TagException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** YAML under the rules of the configuration, for resolvers and recorders. Thread-safe. */
public interface Yaml {
    /**
     * Reads one document: plain data in which shapes (from {@code !Fields} and {@code !Match}) may stand.
     *
     * @throws TagException if the file is missing or not valid YAML, with file, line and column
     */
    @Nullable
    Object read(Path file) throws TagException;

    /**
     * As {@link #read}, with the places of all values, for checks of one's own files.
     *
     * @since 1.1
     */
    default Located locate(Path file) throws TagException {
        return new Located(read(file), Map.of(), Map.of());
    }

    /** Writes plain data as a YAML 1.2 document that {@link #read} reads back equal; shapes by their tags. */
    String write(@Nullable Object data);

    /**
     * A document and the places of its content, by JSON pointer (RFC 6901).
     *
     * @param value as {@link #read} returns it
     * @param values starts of values; {@code ""} is the document
     * @param keys starts of members' keys
     * @since 1.1
     */
    record Located(@Nullable Object value, Map<String, Location> values, Map<String, Location> keys) {}
}
