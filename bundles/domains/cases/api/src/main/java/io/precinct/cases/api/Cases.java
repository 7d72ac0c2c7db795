package io.precinct.cases.api;

import io.precinct.postgres.api.Transaction;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/** The cases, for other domains. A service. Thread-safe. */
@ProviderType
public interface Cases {
    /** A case as {@code GET /api/tasks/:id} answers it, or null. */
    @Nullable
    Map<String, @Nullable Object> find(String id);

    /**
     * Those of these ids that are ids of cases, seen in one snapshot that is taken during the call. Reads on a connection of
     * its own, so it is not for use inside a transaction.
     */
    Set<String> existing(Collection<String> ids);

    /**
     * Keeps a case from being deleted until the caller's transaction ends; a deletion waits. Call it before storing
     * anything for a case, because a {@link CaseDeletionListener} removes all of it together with the case. Call
     * {@link #find} before that transaction.
     *
     * @return false if there is no such case, or it was deleted in the meantime
     */
    boolean hold(Transaction transaction, String id);

    /**
     * As {@link #hold}, and keeps others from changing the case, too. Call it before the transaction locks anything else,
     * for the cases do so as well.
     *
     * @since 2.1
     */
    boolean lock(Transaction transaction, String id);

    /**
     * Records that something changed that the caller stores for a case, in the caller's transaction: the case gets a new
     * version and a {@code field_updated} note, and its event is published.
     *
     * @param id of a case that the transaction has {@linkplain #lock locked}
     * @param actor who changed it
     * @since 2.1
     */
    void changed(Transaction transaction, String id, Change change, String actor);

    /**
     * Creates a case in the caller's transaction, with its {@code case_created} note and its event.
     *
     * @param fields as the body of a create, already checked by {@link #problems}
     * @param origin the template it comes from
     * @param actor who caused it
     * @return the case as {@code GET} answers it
     */
    Map<String, @Nullable Object> create(
            Transaction transaction, Map<String, @Nullable Object> fields, Origin origin, String actor);

    /** What is wrong with the fields of a case to be created; empty if nothing is. */
    List<Problem> problems(Map<String, @Nullable Object> fields);

    /**
     * The cases that came from a template, newest first.
     *
     * @param after {@link Instances#next} of the previous part, or null for the first
     * @throws IllegalArgumentException if {@code after} is not a key that this method returned
     */
    Instances instances(String templateId, @Nullable List<? extends @Nullable Object> after, int limit);

    /**
     * The names of the members that a case has in lists, {@link #instances} among them.
     *
     * @since 2.3
     */
    List<String> listedMembers();

    /**
     * A change of something that another domain stores for a case, as the note tells it.
     *
     * @param content Markdown for people
     * @param field what changed, say {@code lists.to-check}
     * @param old what it was, plain data
     * @param now what it is, plain data
     * @since 2.1
     */
    record Change(
            String content,
            String field,
            @Nullable Object old,
            @Nullable Object now) {}

    /**
     * A part of the cases that came from a template.
     *
     * @param items as lists answer them
     * @param total of all parts
     * @param next where the next part begins, strings and nulls; null for the last part
     */
    record Instances(
            List<Map<String, @Nullable Object>> items,
            long total,
            @Nullable List<@Nullable String> next) {}

    /**
     * Where a generated case comes from.
     *
     * @param templateId {@code recurring-<uuid>}
     * @param date the local date it was generated for
     * @param previous the newest earlier instance, or null
     */
    record Origin(
            String templateId, LocalDate date, @Nullable String previous) {}

    /**
     * A field with an invalid value.
     *
     * @param pointer JSON pointer (RFC 6901) into the body
     * @param code say {@code enum}, {@code required}, {@code type}, {@code bounds}, {@code unknown}
     * @param message for people
     * @param allowed what is allowed as plain data, or null
     */
    record Problem(
            String pointer,
            String code,
            String message,
            @Nullable Object allowed) {}
}
