package io.precinct.source.endpoints;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Reply;
import io.precinct.common.digest.Digests;
import io.precinct.source.api.View;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Entity tags and cache headers of answers. */
public final class Freshness {
    private static final String ETAG = "ETag";
    private static final String CACHE_CONTROL = "Cache-Control";
    private static final int DIGEST_DIGITS = 20;

    /** Members left out of weak tags: the time of the fetch says nothing about the content. */
    private static final Set<String> OF_THE_MOMENT = Set.of(SourceResources.FETCHED_AT.name());

    /**
     * Members left out of the tags of code: the blob, its decoding and the positions determine them. They are most of
     * the bytes.
     */
    private static final Set<String> OF_A_BLOB = Set.of("text", "content", "content_base64");

    private static final Body.Stream NO_STREAM = new Body.Stream("", 0, null, _ -> {});

    private static final String LINES = "lines";

    private Freshness() {}

    /** A reply with data without texts of files, and a weak tag of all but its fetch times. */
    public static Reply data(Input input, Map<String, @Nullable Object> payload, boolean pinned) {
        return tagged(input, Reply.ok(payload), weak(payload, ""), pinned);
    }

    /** The weak tag of a payload in another representation. */
    public static String weak(Map<String, @Nullable Object> payload, String representation) {
        return "W/\"" + fingerprint(payload, representation) + "\"";
    }

    /**
     * The weak tag of data with texts of files: their blobs stand for them, together with their decoding.
     *
     * @param decoding {@link io.precinct.source.api.View#decoding}
     */
    public static String weak(Map<String, @Nullable Object> payload, int decoding) {
        return "W/\"" + fingerprint(payload, "") + "-" + decoding + "\"";
    }

    private static String fingerprint(Map<String, @Nullable Object> payload, String representation) {
        var description = new StringBuilder(1024);
        describe(description, payload, false);
        return digest(description.append(representation).toString());
    }

    /** Writes what distinguishes one answer from another: names, and texts with their lengths. */
    private static void describe(StringBuilder out, @Nullable Object value, boolean ofBlob) {
        switch (value) {
            case Map<?, ?> map -> {
                boolean below = ofBlob || map.get("blob") != null;
                map.forEach((key, member) -> {
                    boolean determined =
                            below && (OF_A_BLOB.contains(key) || LINES.equals(key) && member instanceof List);
                    if (!determined && !OF_THE_MOMENT.contains(key)) {
                        out.append('.').append(key);
                        describe(out, member, below);
                    }
                });
                out.append('}');
            }
            case List<?> list -> {
                list.forEach(element -> describe(out.append(','), element, ofBlob));
                out.append(']');
            }
            case String text ->
                out.append('"').append(text.length()).append(':').append(text);
            case null, default -> out.append('=').append(value);
        }
    }

    /** A hexadecimal digest of a text. */
    static String digest(String text) {
        return Digests.sha256Hex(text).substring(0, DIGEST_DIGITS);
    }

    /**
     * The reply with its tag and cache headers. Probed and traced answers must not be stored. For bytes and pages, a
     * GET that names their tag is answered 304 here; for data, the format boundary decides that, because it alone knows
     * which representation the client gets.
     *
     * @param pinned whether the address always gives the same answer
     */
    // @req:source-freshness
    public static Reply tagged(Input input, Reply reply, String tag, boolean pinned) {
        Reply tagged = reply.header(ETAG, tag);
        if (Accept.inspected(input)) {
            return tagged.header(CACHE_CONTROL, "no-store");
        }
        tagged = tagged.header(CACHE_CONTROL, pinned ? "max-age=31536000, immutable" : "no-cache");
        boolean known = !(reply.body() instanceof Body.Data)
                && "get".equals(input.route().get("method"))
                && input.headers().get("if-none-match") instanceof String tags
                && names(tags, tag);
        return known ? tagged.status(304).body(without(reply.body())) : tagged;
    }

    /** An empty body, of the kind that the 200 would have: the listener compresses bytes, but no streams. */
    private static Body without(Body body) {
        return body instanceof Body.Stream ? NO_STREAM : Body.Bytes.NONE;
    }

    /** A reply that is no data, with headers for what data say in members: the commit, its fetch, and whether that is old. */
    public static Reply dated(Reply reply, View view) {
        return reply.header("X-Commit", view.commit())
                .header("X-Fetched-At", view.fetchedAt().toString())
                .header("X-Stale", String.valueOf(view.stale()));
    }

    /**
     * A reply with content that others must not see: without a tag, which would let them try guesses, and not to be
     * stored.
     */
    public static Reply confidential(Reply reply) {
        return reply.header(CACHE_CONTROL, "no-store");
    }

    /** Weak comparison (RFC 9110 §8.8.3.2), as If-None-Match requires. */
    static boolean names(String tags, String tag) {
        String opaque = opaque(tag);
        return Stream.of(tags.split(","))
                .map(String::strip)
                .anyMatch(one -> one.equals("*") || opaque(one).equals(opaque));
    }

    private static String opaque(String tag) {
        return tag.startsWith("W/") ? tag.substring(2) : tag;
    }
}
