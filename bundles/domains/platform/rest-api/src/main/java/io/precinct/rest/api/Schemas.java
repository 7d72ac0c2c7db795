package io.precinct.rest.api;

import io.precinct.api.contract.Schema;

/** Schemas that the API documents of all domains share. */
public final class Schemas {
    /** A point in time in UTC, to the millisecond if the service writes it. */
    public static final Schema TIME = Schema.text().format("date-time").example("2026-01-31T12:00:00.000Z");

    /** A day. */
    public static final Schema DAY = Schema.text().format("date").example("2026-01-31");

    /** A whole percentage that is served. */
    public static final Schema PERCENT = Schema.integer().atLeast(0).atMost(100);

    /** A refusal: text for people, a code for machines, and further members. */
    public static final Schema REFUSAL = Schema.object()
            .with("error", Schema.text().describedAs("What was refused and why, for people."))
            .optionally(
                    "code", Schema.text().describedAs("The same for machines.").example("case_not_found"))
            .optionally("retryable", Schema.truth().describedAs("Whether the same request may succeed later."))
            .open()
            .named("Refusal");

    /** One fault in a body or a query. */
    public static final Schema FAULT = Schema.object()
            .with(
                    "pointer",
                    Schema.text()
                            .describedAs("JSON pointer into the body, ?name of a query.")
                            .example("/label"))
            .with("code", Schema.text().example("required"))
            .with("message", Schema.text())
            .optionally("allowed", Schema.any().describedAs("What is allowed."))
            .named("Fault");

    /** The refusal of an invalid body or query, with all faults. */
    public static final Schema INVALID = Schema.object()
            .with("error", Schema.text())
            .optionally("code", Schema.text().example("invalid_fields"))
            .optionally("errors", Schema.list(FAULT))
            .open()
            .named("InvalidFields");

    private Schemas() {}
}
