package io.precinct.boundary.format;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Headers;
import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Data;
import io.precinct.core.api.chain.ChainContext;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The answer to a client that accepts nothing the service can render: 406 with the available media types. */
final class NotAcceptable {
    private static final int LONGEST_ECHO = 200;

    /** Headers about the representation that is not sent; besides these, all that begin with {@code Content-}. */
    private static final Set<String> OF_REPRESENTATION =
            Set.of("etag", "last-modified", "cache-control", "expires", "accept-ranges", "age");

    private NotAcceptable() {}

    /**
     * Replaces a reply that cannot be rendered. If the request has already had its effect, the answer states that and
     * keeps its {@code Location}, so that the client does not repeat the request.
     *
     * @param accept what the client accepts
     */
    static Reply inPlaceOf(Reply reply, ChainContext chain, @Nullable String accept) {
        chain.typeAddr(chain.errorTypeAddr());
        Map<String, @Nullable Object> payload = Data.map(
                "error",
                "nothing acceptable can be rendered for Accept: " + shortened(accept == null ? "" : accept),
                "code",
                "not_acceptable",
                "available",
                chain.formatters().mediaTypes());
        Headers headers = headers(reply.headers(), chain.committed());
        return new Reply(406, new Body.Data(payload), headers, reply.stamps());
    }

    private static Headers headers(Headers before, boolean committed) {
        Headers kept = new Headers(before.entries().stream()
                .filter(entry -> keeps(entry.name().toLowerCase(Locale.ROOT), committed))
                .toList());
        return committed ? kept.with("X-Service-Committed", "true") : kept;
    }

    private static boolean keeps(String name, boolean committed) {
        return !OF_REPRESENTATION.contains(name)
                && !name.startsWith("content-")
                && (committed || !name.equals("location"));
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST_ECHO ? text : text.substring(0, LONGEST_ECHO - 1) + "…";
    }
}
