package io.precinct.rest.api;

import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Contract;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;

/** Parts of contracts that the endpoints of all domains share: headers, and the responses for a {@link Refusal}. */
public final class Contracts {
    /** The version of the response. */
    public static final Parameter ETAG = Parameter.header("ETag", Schema.text().example(Versions.tag(3)))
            .describedAs("The version, for If-Match and If-None-Match.")
            .always();

    /** The address of a created resource. */
    public static final Parameter LOCATION = Parameter.header(
                    "Location", Schema.text().format("uri-reference").example("/api/tasks/task-1"))
            .describedAs("Where it can be read.")
            .always();

    /** When to try again. */
    public static final Parameter RETRY_AFTER = Parameter.header(
                    "Retry-After", Schema.integer().atLeast(0).example(2))
            .describedAs("After how many seconds to try again.");

    private static final Parameter REPLAYED = Parameter.header("Idempotency-Replayed", Schema.oneOf("true"))
            .describedAs("The first request with this Idempotency-Key was answered so, and nothing was done again.");

    private static final Contract DATABASE =
            Contract.of(Answer.of(503, "The database is not available now.", Schemas.REFUSAL)
                    .with(RETRY_AFTER));

    /** The principal of a request, if no listener authenticates it. */
    public static final Contract PRINCIPAL = Contract.of(
            Parameter.header(Principal.HEADER, Schema.text().atMost(200).example("ada"))
                    .describedAs("Who asks, where the listener does not know it."));

    /** The response to an invalid body or query. */
    public static final Contract INVALID =
            Contract.of(Answer.of(422, "The body or the query cannot be used; errors says why.", Schemas.INVALID));

    /** The response if the resource does not exist. */
    public static final Contract NOT_FOUND = Contract.of(Answer.of(404, "There is no such thing.", Schemas.REFUSAL));

    /** Responses of every endpoint that reads the database. */
    public static final Contract READING = DATABASE.and(INVALID);

    /** Responses of a list; if its store fails, it responds with 502. */
    public static final Contract LISTING = READING.and(Contract.of(
            Answer.of(502, "The store failed on this list.", Schemas.REFUSAL).with(RETRY_AFTER)));

    /** Parameters and responses of every endpoint that changes something, once for every {@code Idempotency-Key}. */
    public static final Contract CHANGING = READING.and(PRINCIPAL)
            .and(Contract.of(Parameter.header(
                            "Idempotency-Key",
                            Schema.text().atLeast(1).atMost(255).matching("^[!-~]+$"))
                    .describedAs("The same request with the same key is done once; kept seven days.")))
            .and(Contract.of(
                    Answer.of(400, "A header cannot be used.", Schemas.REFUSAL),
                    Answer.of(409, "It is not in a state for this, or was changed meanwhile.", Schemas.REFUSAL)
                            .with(RETRY_AFTER)));

    /** Parameters and responses of every endpoint that changes something with a version. */
    public static final Contract CHANGING_VERSION = CHANGING.and(
                    Contract.of(Parameter.header("If-Match", Schema.text().example(Versions.tag(3)))
                            .describedAs("The version that is to be changed, as ETag says it.")))
            .and(Contract.of(
                    Answer.of(412, "If-Match names another version; current is what is there.", Schemas.REFUSAL)));

    /** Parameters and responses of endpoints that {@link Endpoint#service} wraps. */
    public static final Contract SERVICE = Contract.of(Parameter.header("Prefer", Schema.oneOf("handling=strict"))
                    .describedAs("Has 404 and 409 answered as such, and not as 500."))
            .and(Contract.of(Answer.of(
                    500,
                    "There is no such case, or it is not in a state for this; see the header Prefer.",
                    Schemas.REFUSAL)));

    private Contracts() {}

    /** Returns a success response that may be replayed for the same key. */
    public static Answer changed(Answer answer) {
        return answer.with(REPLAYED);
    }
}
