package io.precinct.rest.api;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Reply;
import java.time.Instant;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Versions as entity tags (RFC 9110 §8.8.3): {@code ETag: "v3"}. The step that renders a reply adds a suffix for every
 * representation other than JSON, and evaluates {@code If-None-Match}. {@code If-Match} considers only the version,
 * whatever the representation. A weak tag never matches there (RFC 9110 §13.1.1).
 */
public final class Versions {
    private static final Pattern TAG = Pattern.compile("(W/)?\"v([0-9]{1,18})(?:[^0-9\"][^\"]*)?\"");

    private static final int BASE = 36;

    private Versions() {}

    /** Returns the entity tag of a version. */
    public static String tag(long version) {
        return "\"v" + version + "\"";
    }

    /**
     * Returns the entity tag of a version that contains a time which changes without the version: {@code "v3-lq2k8f0a"}.
     *
     * @param time the time, or null if there is none; the tag is then {@link #tag(long)}
     * @since 1.6
     */
    public static String tag(long version, @Nullable Instant time) {
        return time == null ? tag(version) : "\"v" + version + "-" + Long.toString(time.toEpochMilli(), BASE) + "\"";
    }

    /** Returns the reply with the tag of the version. */
    public static Reply tagged(Reply reply, long version) {
        return reply.header("ETag", tag(version));
    }

    /**
     * Checks {@code If-Match} against the version of a resource that is about to be changed.
     *
     * @param current supplies the resource as GET serves it
     * @throws Refusal 412 {@code precondition_failed} with {@code current}, if the header names only other versions
     */
    public static void check(Input input, long version, Supplier<? extends @Nullable Object> current) {
        check(ifMatch(input), version, current);
    }

    /** As {@link #check(Input, long, Supplier)}, with the value of the header. */
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

    /** Returns the value of {@code If-Match}, or null. */
    public static @Nullable String ifMatch(Input input) {
        return input.headers().get("if-match") instanceof String value ? value : null;
    }

    /**
     * Returns true if a change is asked to create, and to refuse to replace: {@code If-None-Match: *}.
     *
     * @throws Refusal 400 {@code bad_precondition}, if the header has any other value
     * @since 1.8
     */
    public static boolean createsOnly(Input input) {
        if (!(input.headers().get("if-none-match") instanceof String value)) {
            return false;
        }
        if (value.strip().equals("*")) {
            return true;
        }
        throw Refusal.of(
                400, "bad_precondition", "the header If-None-Match of a change is *, which refuses to replace");
    }

    private static boolean names(String tags, long version) {
        Matcher matcher = TAG.matcher(tags);
        while (matcher.find()) {
            if (matcher.group(1) == null && Long.parseLong(matcher.group(2)) == version) {
                return true;
            }
        }
        return false;
    }
}
