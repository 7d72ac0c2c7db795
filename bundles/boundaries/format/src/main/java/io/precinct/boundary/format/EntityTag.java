package io.precinct.boundary.format;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Headers;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Reply;
import io.precinct.core.api.chain.ChainContext;
import io.precinct.core.api.chain.RepresentationTag;
import io.precinct.core.api.chain.RequestOptions;
import org.jspecify.annotations.Nullable;

/**
 * The {@linkplain RepresentationTag tag of the representation} that an answer has. {@code If-None-Match} is evaluated
 * beside it.
 */
final class EntityTag {
    private static final String NAME = "ETag";

    private EntityTag() {}

    /** The reply with the tag of its representation; unchanged if it has no tag or is an error. */
    static Reply represented(Reply reply, String mediaType) {
        String tag = tagOf(reply);
        if (tag == null || reply.status() >= 300) {
            return reply;
        }
        String represented = RepresentationTag.of(tag, mediaType);
        return represented.equals(tag) ? reply : reply.header(NAME, represented);
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
        return RepresentationTag.isListed(known, tag) ? reply.status(304).body(Body.Bytes.NONE) : null;
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
}
