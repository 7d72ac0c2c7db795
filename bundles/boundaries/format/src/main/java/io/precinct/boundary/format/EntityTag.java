package io.precinct.boundary.format;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Headers;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Reply;
import io.precinct.core.api.chain.ChainContext;
import io.precinct.core.api.chain.RequestOptions;
import org.jspecify.annotations.Nullable;

/**
 * Entity tags of representations (RFC 9110 §8.8.3). A boundary tags the thing, {@code "v3"}; that tag is the one of its
 * JSON, and every other representation carries its subtype behind it, {@code "v3-html"}, because a strong tag names one
 * sequence of bytes. Only here is it known which one the client gets, so {@code If-None-Match} is judged here, too.
 */
final class EntityTag {
    private static final String NAME = "ETag";

    private EntityTag() {}

    /** The reply with the tag of its representation; without any change where it has none, and for errors. */
    static Reply represented(Reply reply, String mediaType) {
        String tag = tagOf(reply);
        if (tag == null || reply.status() >= 300 || isJson(mediaType) || !tag.endsWith("\"")) {
            return reply;
        }
        String subtype = mediaType.substring(mediaType.indexOf('/') + 1);
        return reply.header(NAME, tag.substring(0, tag.length() - 1) + "-" + subtype + "\"");
    }

    /** The 304 in place of a reply that the client has already, or null. */
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

    /** Whether the answer tells of its own making; nobody is to store that in place of the plain one. */
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

    /** By the weak comparison (RFC 9110 §13.1.2). The quotes make sure that a whole tag is found. */
    private static boolean lists(String tags, String tag) {
        return tags.contains(tag.startsWith("W/") ? tag.substring(2) : tag);
    }
}
