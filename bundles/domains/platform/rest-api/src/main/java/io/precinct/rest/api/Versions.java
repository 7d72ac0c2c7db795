package io.precinct.rest.api;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Reply;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Versions of things as entity tags (RFC 9110 §8.8.3): {@code ETag: "v3"}. The step that renders a reply adds a suffix for
 * every representation but JSON and judges {@code If-None-Match}; {@code If-Match} reads the version only, whatever the
 * representation, and a tag that a proxy made weak counts as well.
 */
public final class Versions {
    private static final Pattern TAG = Pattern.compile("(?:W/)?\"v([0-9]{1,18})(?:[^0-9\"][^\"]*)?\"");

    private Versions() {}

    /** The entity tag of a version. */
    public static String tag(long version) {
        return "\"v" + version + "\"";
    }

    /** A reply that carries the version's tag. */
    public static Reply tagged(Reply reply, long version) {
        return reply.header("ETag", tag(version));
    }

    /**
     * Holds {@code If-Match} against the version of what is to be changed.
     *
     * @param current what is there, as GET answers it
     * @throws Refusal 412 {@code precondition_failed} with {@code current}, if it names other versions only
     */
    public static void check(Input input, long version, Supplier<? extends @Nullable Object> current) {
        check(ifMatch(input), version, current);
    }

    /** As {@link #check(Input, long, Supplier)}, with the value of the header at hand. */
    public static void check(@Nullable String ifMatch, long version, Supplier<? extends @Nullable Object> current) {
        if (ifMatch == null || ifMatch.strip().equals("*") || names(ifMatch, version)) {
            return;
        }
        throw Refusal.of(
                        412,
                        "precondition_failed",
                        "If-Match names another version than the present one, v" + version,
                        "version",
                        version,
                        "current",
                        current.get())
                .header("ETag", tag(version));
    }

    /** The value of {@code If-Match}, or null. */
    public static @Nullable String ifMatch(Input input) {
        return input.headers().get("if-match") instanceof String value ? value : null;
    }

    private static boolean names(String tags, long version) {
        Matcher matcher = TAG.matcher(tags);
        while (matcher.find()) {
            if (Long.parseLong(matcher.group(1)) == version) {
                return true;
            }
        }
        return false;
    }
}
