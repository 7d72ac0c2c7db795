package io.precinct.core.api.chain;

import io.precinct.core.api.plugin.DeployedFormatter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The formatters of a chain, in the server's order of preference. Immutable. */
public interface Formatters {
    /** All of them. */
    List<DeployedFormatter> all();

    /** The media types they render, without duplicates and without types for errors only. */
    List<String> mediaTypes();

    /**
     * Chooses by {@code Accept} (RFC 9110 §12.5.1): the most specific range wins, q=0 excludes, the server's order
     * breaks ties; no header accepts everything. {@code application/problem+json} is chosen for errors only.
     *
     * @param accept value of the header, or null
     * @param status HTTP status of the answer
     * @return the choice, or null if nothing is acceptable
     */
    @Nullable
    Choice choose(@Nullable String accept, int status);

    /** The choice for errors if the client accepts none: JSON, or null if no such formatter is deployed. */
    @Nullable
    Choice fallback();

    /** A formatter and the media type it should render. */
    record Choice(DeployedFormatter formatter, String mediaType) {}
}
