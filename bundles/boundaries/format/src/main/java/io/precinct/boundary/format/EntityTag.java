package io.precinct.boundary.format;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Headers;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Reply;
import io.precinct.core.api.chain.ChainContext;
import io.precinct.core.api.chain.RequestOptions;
import org.jspecify.annotations.Nullable;

/**
 * Entity tags of representations (RFC 9110 §8.8.3). A boundary tags the resource, for example {@code "v3"}, which is
 * the tag of its JSON. Other representations append their subtype, {@code "v3-html"}, because a strong tag identifies
 * one sequence of bytes. The representation is known only here, so {@code If-None-Match} is evaluated here as well.
 */
final class EntityTag {
    private static final String NAME = "ETag";

    private EntityTag() {}

    /** The reply with the tag of its representation; unchanged if it has no tag or is an error. */
    static Reply represented(Reply reply, String mediaType) {
        String tag = tagOf(reply);
        if (tag == null || reply.status() >= 300 || isJson(mediaType) || !tag.endsWith("\"")) {
            return reply;
        }
        String subtype = mediaType.substring(mediaType.indexOf('/') + 1);
        return reply.header(NAME, tag.substring(0, tag.length() - 1) + "-" + subtype + "\"");
    }

    /** The 304 in place of a reply that the client already has, or null. */
    static @Nullable Reply unchanged(Input input, ChainContext chain, Reply reply) {
        String tag = tagOf(reply);
        if (tag == null
                || reply.status() != 200
                || inspected(chain)
                || !(input.headers().get("if-none-match") instanceof String known)
                || !(chain.method().equals("get") || chain.method().equals("head"))) {
            return null;
        }
        return known.strip().equals("*") || lists(known, tag)
                ? reply.status(304).body(Body.Bytes.NONE)
                : null;
    }

    /** Whether the answer has results of a probe or a trace, and so must not be stored in place of the plain one. */
    static boolean inspected(ChainContext chain) {
        RequestOptions options = chain.options();
        return options.verify() != null || options.trace() || options.sealLeaves();
    }

    private static @Nullable String tagOf(Reply reply) {
        Headers headers = reply.headers();
        return headers.entries().isEmpty() ? null : headers.first(NAME);
    }

    private static boolean isJson(String mediaType) {
        return mediaType.equals("application/json") || mediaType.endsWith("+json");
    }

    /** Weak comparison (RFC 9110 §13.1.2). The quotes ensure that a whole tag matches. */
    private static boolean lists(String tags, String tag) {
        return tags.contains(tag.startsWith("W/") ? tag.substring(2) : tag);
    }
}
