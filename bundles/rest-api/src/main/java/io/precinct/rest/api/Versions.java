package io.precinct.rest.api;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Reply;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Versions of things as entity tags (RFC 9110 §8.8.3): {@code ETag: "v3"}. Another representation of the same version may
 * carry a suffix; a precondition reads the version only, and a tag that a proxy made weak counts as well.
 */
public final class Versions {
    private static final Pattern TAG = Pattern.compile("(?:W/)?\"v([0-9]{1,18})(?:[^0-9\"][^\"]*)?\"");

    private Versions() {}

    /** The entity tag of a version. */
    public static String tag(long version) {
        return "\"v" + version + "\"";
    }

    /**
     * A reply that carries the version's tag. What was probed or traced is not to be stored; a GET whose
     * {@code If-None-Match} names the version is answered 304.
     */
    public static Reply tagged(Input input, Reply reply, long version) {
        Reply tagged = reply.header("ETag", tag(version));
        if (inspected(input)) {
            return tagged.header("Cache-Control", "no-store");
        }
        boolean known = input.headers().get("if-none-match") instanceof String tags
                && (tags.strip().equals("*") || names(tags, version))
                && "get".equals(input.route().get("method"));
        return known ? Reply.empty(304).headers(tagged.headers()) : tagged;
    }

    private static boolean inspected(Input input) {
        return input.get("service") instanceof Map<?, ?> service
                && (service.get("verify") != null || Boolean.TRUE.equals(service.get("trace")));
    }

    /**
     * Holds {@code If-Match} against the version of what is to be changed.
     *
     * @param current what is there, as GET answers it
     * @throws Refusal 412 {@code precondition_failed} with {@code current}, where it names other versions only
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
