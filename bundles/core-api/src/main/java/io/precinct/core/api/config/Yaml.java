package io.precinct.core.api.config;

import io.precinct.api.config.TagException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** YAML under the rules of the configuration, for resolvers and recorders. Thread-safe. */
public interface Yaml {
    /**
     * Reads one document: plain data in which shapes (from {@code !Fields} and {@code !Match}) may stand.
     *
     * @throws TagException where the file is missing or not good YAML, with file, line and column
     */
    @Nullable
    Object read(Path file) throws TagException;

    /** Writes plain data as a YAML 1.2 document that {@link #read} reads back equal; shapes by their tags. */
    String write(@Nullable Object data);
}
