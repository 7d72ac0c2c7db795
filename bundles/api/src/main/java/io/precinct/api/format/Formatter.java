package io.precinct.api.format;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Renders payloads for media types. Register it as a component and describe it with {@link FormatterFor}. In the
 * catalogue it is the terminal boundary {@code <name>_formatter}: it reads {@code target} and writes {@code body} and
 * {@code content_type}. Thread-safe.
 */
@ConsumerType
public interface Formatter {
    /**
     * Renders a payload.
     *
     * @throws IOException if the payload cannot be written in this format; answered as 500
     */
    Rendition render(Target target) throws IOException;

    /**
     * What is to be rendered.
     *
     * @param payload frozen plain data
     * @param status HTTP status of the answer
     * @param mediaType the one of the formatter's media types that the client chose
     * @param path path of the request, decoded; for titles and links
     * @param route name of the route, or null if none matched
     */
    record Target(
            @Nullable Object payload,
            int status,
            String mediaType,
            String path,
            @Nullable String route) {}

    /**
     * A rendered payload.
     *
     * @param contentType media type with its parameters
     * @param body the bytes; taken over, never changed afterwards
     */
    record Rendition(String contentType, byte[] body) {}
}
