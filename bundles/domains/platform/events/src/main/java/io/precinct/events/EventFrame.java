package io.precinct.events;

import io.precinct.events.api.Events.Feed;
import io.precinct.postgres.api.Timestamps;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * An event in the form in which it is sent (WHATWG HTML §9.2.5); all clients share its bytes.
 *
 * @param seq its sequence number
 * @param topic the topic whose streams it belongs to
 * @param principal who receives it, or null for everyone
 * @param bytes must not be modified
 */
record EventFrame(long seq, String topic, @Nullable String principal, byte[] bytes) {
    /** A comment that keeps an idle connection open. */
    static final byte[] HEARTBEAT = bytes(":\n\n");

    /** How soon a client reconnects after its stream has ended, in milliseconds. */
    private static final String RETRY = "retry: 1000\n";

    /**
     * Creates the frame of an event of the outbox.
     *
     * @param data its further members, a JSON object on one line
     */
    static EventFrame of(long seq, String topic, String type, @Nullable String principal, String at, String data) {
        return new EventFrame(seq, topic, principal, bytes(text(seq, type, at, data)));
    }

    /** Returns the event that tells a client that it missed events, and from which position the stream continues. */
    static byte[] reset(long position) {
        return bytes(text(position, "reset", Timestamps.text(Timestamps.now()), "{}"));
    }

    /**
     * Returns the frame that tells an up-to-date client its position, from which it resumes even if no event was sent
     * to it. Without data it is not dispatched as an event (§9.2.6).
     */
    static byte[] place(long position) {
        return bytes(RETRY + "id: " + position + "\n\n");
    }

    private static String text(long seq, String type, String at, String data) {
        return "id: " + seq + "\nevent: " + type + "\ndata: {\"seq\":" + seq + ",\"type\":\"" + type + "\",\"at\":\""
                + at + "\"" + (data.equals("{}") ? "" : ",") + data.substring(1) + "\n\n";
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    boolean isFor(Feed feed) {
        return topic.equals(feed.topic()) && (principal == null || principal.equals(feed.principal()));
    }
}
