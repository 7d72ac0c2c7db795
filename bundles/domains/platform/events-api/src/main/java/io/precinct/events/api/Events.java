package io.precinct.events.api;

import io.precinct.api.boundary.Body;
import io.precinct.api.data.Data;
import io.precinct.postgres.api.Transaction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The event outbox and the streams that read it. Every node that shares the database delivers every event, in one
 * order, which is the order of the commits. An OSGi service. Thread-safe.
 */
@ProviderType
public interface Events {
    /**
     * Writes an event in the transaction of the change that it reports. The event exists once that transaction commits.
     */
    void append(Transaction transaction, Event event);

    /**
     * As {@link #append}, for callers that send all statements of a transaction together: returns the statement to
     * execute in an open transaction, or in one that begins now.
     */
    Insert insert(Event event);

    /**
     * Opens a stream of server-sent events (WHATWG HTML §9.2): {@code id} is the event's sequence number, {@code event}
     * its type, {@code data} its members with {@code seq, type, at}. The stream outlives the chain that opened it. It
     * ends when the service stops, or when the client does not keep up; the client then resumes.
     *
     * @param feed which events
     * @param after the sequence number after which to begin, or null for new events only. If events after it are no
     *     longer kept, the stream begins with an event of type {@code reset}: the client must reload its data, and the
     *     stream continues from there
     * @throws io.precinct.postgres.api.DatabaseUnavailable if the database has not been available since the start
     */
    Body.Push stream(Feed feed, @Nullable Long after);

    /**
     * Returns what a client has missed since an event, without a stream. Uses its own connection, so it must not be
     * called inside a transaction.
     *
     * @param feed which events
     * @param after the sequence number of the last event that the client has seen
     * @param limit most events
     * @throws io.precinct.postgres.api.DatabaseUnavailable if the database is not available
     * @since 2.1
     */
    Missed missed(Feed feed, long after, int limit);

    /**
     * Rewrites stored events in a transaction, for texts that must not be delivered any more. An event keeps its number,
     * type and receivers. No event gets a number until the transaction ends, so do it last. Clients that have received
     * an event already are not told. This default throws an exception: stand-ins in tests need no events.
     *
     * @param topic the topic of the events
     * @param part text that the JSON of an event must contain, such as the id of what it is about
     * @param change returns the members that an event shall have instead of the given ones, or the same map
     * @return how many events have changed
     * @since 2.2
     */
    default int rewrite(
            Transaction transaction, String topic, String part, UnaryOperator<Map<String, @Nullable Object>> change) {
        throw new UnsupportedOperationException("this stand-in for the events stores none");
    }

    /**
     * Missed events.
     *
     * @param newest the newest missed events, newest first
     * @param more whether there are older missed events
     * @param complete whether all missed events are still kept; if not, the client must reload its data
     * @param last the sequence number to pass as {@code after} next time
     */
    record Missed(List<Recorded> newest, boolean more, boolean complete, long last) {
        public Missed {
            newest = List.copyOf(newest);
        }
    }

    /**
     * A recorded event.
     *
     * @param seq its sequence number
     * @param type its type
     * @param data its further members; frozen
     */
    record Recorded(long seq, String type, Map<String, @Nullable Object> data) {
        public Recorded(long seq, String type, Map<String, @Nullable Object> data) {
            this.seq = seq;
            this.type = type;
            this.data = Data.freezeMap(data);
        }
    }

    /**
     * An event.
     *
     * @param topic names the streams it belongs to, such as {@code cases}
     * @param type such as {@code case} or {@code current}; {@code reset} is reserved
     * @param principal who receives it, or null for everyone
     * @param data further members, none of which is {@code seq}, {@code type} or {@code at}; frozen
     */
    record Event(String topic, String type, @Nullable String principal, Map<String, @Nullable Object> data) {
        private static final List<String> OWN = List.of("seq", "type", "at");
        private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_.-]{0,63}");

        public Event(String topic, String type, @Nullable String principal, Map<String, @Nullable Object> data) {
            this.topic = name("topic", topic);
            this.type = name("type", type);
            this.principal = principal;
            this.data = Data.freezeMap(data);
            if (type.equals("reset")) {
                throw new IllegalArgumentException("the type of an event must not be 'reset', which the streams use");
            }
            for (String taken : OWN) {
                if (data.containsKey(taken)) {
                    throw new IllegalArgumentException("the data of the event '" + type + "' must not have the member '"
                            + taken + "', which every event gets");
                }
            }
        }

        private static String name(String what, String name) {
            if (!NAME.matcher(name).matches()) {
                throw new IllegalArgumentException(
                        "the " + what + " of an event is a word in lower case, got '" + name + "'");
            }
            return name;
        }
    }

    /**
     * A statement that writes an event.
     *
     * @param sql with a {@code ?} for each argument
     * @param arguments in order
     */
    record Insert(String sql, List<@Nullable String> arguments) {
        public Insert(String sql, List<@Nullable String> arguments) {
            this.sql = sql;
            this.arguments = Collections.unmodifiableList(new ArrayList<>(arguments));
        }
    }

    /**
     * Selects the events that a client receives.
     *
     * @param topic the topic
     * @param principal the principal whose events are received, besides events for everyone
     */
    record Feed(String topic, String principal) {}
}
