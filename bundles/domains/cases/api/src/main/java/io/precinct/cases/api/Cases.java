package io.precinct.cases.api;

import io.precinct.api.boundary.Input;
import io.precinct.postgres.api.Transaction;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/** Gives other domains access to cases. An OSGi service. Thread-safe. */
@ProviderType
public interface Cases {
    /** Returns a case in the form that {@code GET /api/tasks/:id} serves, or null. */
    @Nullable
    Map<String, @Nullable Object> find(String id);

    /**
     * Returns the ids among these that belong to existing cases, in one snapshot taken during the call. Uses its own
     * connection, so it must not be called inside a transaction.
     */
    Set<String> existing(Collection<String> ids);

    /**
     * Prevents the deletion of a case until the caller's transaction ends; a deletion waits. Call it before the
     * transaction stores anything for a case, because a {@link CaseDeletionListener} removes that data together with
     * the case. Call {@link #find} before that transaction.
     *
     * @return false if there is no such case, or it was deleted in the meantime
     */
    boolean hold(Transaction transaction, String id);

    /**
     * As {@link #hold}, and also prevents other transactions from changing the case. Call it before the transaction
     * locks anything else: cases lock in the same order.
     *
     * @since 2.1
     */
    boolean lock(Transaction transaction, String id);

    /**
     * Records, in the caller's transaction, a change of data that the caller stores for a case: the case gets a new
     * version and a {@code field_updated} note, and its event is published.
     *
     * @param id the id of a case that the transaction has {@linkplain #lock locked}
     * @param actor who made the change
     * @since 2.1
     */
    void changed(Transaction transaction, String id, Change change, String actor);

    /**
     * As {@link #changed(Transaction, String, Change, String)}; the event also names the request.
     *
     * @since 2.4
     */
    default void changed(Transaction transaction, String id, Change change, Author author) {
        changed(transaction, id, change, author.name());
    }

    /**
     * Creates a case in the caller's transaction, with its {@code case_created} note and its event.
     *
     * @param fields the body of a create request, already checked by {@link #problems}
     * @param origin the template from which the case is generated
     * @param actor who caused the creation
     * @return the case in the form that {@code GET} serves
     */
    Map<String, @Nullable Object> create(
            Transaction transaction, Map<String, @Nullable Object> fields, Origin origin, String actor);

    /**
     * As {@link #create(Transaction, Map, Origin, String)}; the event also names the request.
     *
     * @since 2.4
     */
    default Map<String, @Nullable Object> create(
            Transaction transaction, Map<String, @Nullable Object> fields, Origin origin, Author author) {
        return create(transaction, fields, origin, author.name());
    }

    /** Returns the problems of the fields of a new case; empty if they are valid. */
    List<Problem> problems(Map<String, @Nullable Object> fields);

    /**
     * Reads the detective of cases to come by the rules for a case: the name is trimmed, and is that of a user in the
     * spelling of the user; a signed-in user may name only users and those whom the configuration lists.
     *
     * @param given the name that a client gave, or null
     * @param stored the present name, which may be given again whoever it is; or null
     * @param user the signed-in user, or null if the listener does not authenticate users
     * @since 2.4
     */
    default Assignee assignee(@Nullable String given, @Nullable String stored, @Nullable String user) {
        return new Assignee(given, null);
    }

    /**
     * Returns a page of the cases generated from a template, newest first.
     *
     * @param after {@link Instances#next} of the previous page, or null for the first page
     * @throws IllegalArgumentException if {@code after} is not a key that this method returned
     */
    Instances instances(String templateId, @Nullable List<? extends @Nullable Object> after, int limit);

    /**
     * Returns the names of the members of a case in lists, which include {@link #instances}.
     *
     * @since 2.3
     */
    List<String> listedMembers();

    /**
     * Returns the configured zone, in which days begin and end: a case is overdue once its due date has ended there.
     *
     * @since 2.4
     */
    ZoneId timezone();

    /**
     * Who makes a change, and by which request. Events contain it, so that a client recognises the events of its own
     * requests.
     *
     * @param name who makes the change
     * @param request the {@code traceparent} of the request (W3C Trace Context, §3.2), or null for work of the service
     *     itself
     * @param key the {@code Idempotency-Key} of the request, or null
     * @since 2.4
     */
    record Author(
            String name, @Nullable String request, @Nullable String key) {
        /** The longest key that an endpoint takes which stores outcomes. */
        private static final int LONGEST_KEY = 255;

        /** Returns the author of a change that the service makes without a request. */
        public static Author background(String name) {
            return new Author(name, null, null);
        }

        /** Returns the author of changes by a request to an endpoint that takes no {@code Idempotency-Key}. */
        public static Author of(String name, Input input) {
            return new Author(name, input.context().traceparent(), null);
        }

        /** Returns the author of changes by a request to an endpoint that takes an {@code Idempotency-Key}. */
        public static Author once(String name, Input input) {
            return new Author(name, input.context().traceparent(), key(input));
        }

        private static @Nullable String key(Input input) {
            return input.headers().get("idempotency-key") instanceof String header
                            && !header.isBlank()
                            && header.length() <= LONGEST_KEY
                    ? header.strip()
                    : null;
        }
    }

    /**
     * A change of data that another domain stores for a case, as a note reports it.
     *
     * @param content Markdown for people
     * @param field the name of what changed, for example {@code lists.to-check}
     * @param old the previous value, plain data
     * @param now the new value, plain data
     * @param kept what else the domain needs to {@linkplain CaseLists#revert take back} the change, plain data; null if
     *     it needs nothing; since 2.4
     * @since 2.1
     */
    record Change(
            String content,
            String field,
            @Nullable Object old,
            @Nullable Object now,
            @Nullable Object kept) {
        /** Creates a change that keeps nothing else. */
        public Change(String content, String field, @Nullable Object old, @Nullable Object now) {
            this(content, field, old, now, null);
        }
    }

    /**
     * The detective of cases to come.
     *
     * @param name the name to store, or null
     * @param problem why the name is refused, or null
     * @since 2.4
     */
    record Assignee(@Nullable String name, @Nullable Problem problem) {}

    /**
     * A page of the cases generated from a template.
     *
     * @param items the cases in the form that lists serve
     * @param total the number of cases on all pages
     * @param next the key of the next page, made of strings and nulls; null for the last page
     */
    record Instances(
            List<Map<String, @Nullable Object>> items,
            long total,
            @Nullable List<@Nullable String> next) {}

    /**
     * The origin of a generated case.
     *
     * @param templateId {@code recurring-<uuid>}
     * @param date the local date for which the case was generated
     * @param previous the id of the newest earlier instance, or null
     */
    record Origin(
            String templateId, LocalDate date, @Nullable String previous) {}

    /**
     * A field with an invalid value.
     *
     * @param pointer JSON pointer (RFC 6901) into the body
     * @param code for example {@code enum}, {@code required}, {@code type}, {@code bounds}, {@code unknown}
     * @param message text for people
     * @param allowed the allowed values as plain data, or null
     */
    record Problem(
            String pointer,
            String code,
            String message,
            @Nullable Object allowed) {}
}
