package io.precinct.cases.api;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/** The cases, for other domains. A service. Thread-safe. */
@ProviderType
public interface Cases {
    /** A case as {@code GET /api/tasks/:id} answers it, or null. */
    @Nullable
    Map<String, @Nullable Object> find(String id);

    /**
     * Creates a case in the caller's transaction, with its {@code case_created} note and its event.
     *
     * @param fields as the body of a create, already checked by {@link #problems}
     * @param origin the template it comes from
     * @param actor who caused it
     * @return the case as {@code GET} answers it
     */
    Map<String, @Nullable Object> create(
            Handle handle, Map<String, @Nullable Object> fields, Origin origin, String actor);

    /** What is wrong with the fields of a case to be created; empty where nothing is. */
    List<Problem> problems(Map<String, @Nullable Object> fields);

    /** The cases that came from a template, newest first, as lists answer them. */
    List<Map<String, @Nullable Object>> instances(String templateId, int limit);

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
     * A field that is not good.
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
