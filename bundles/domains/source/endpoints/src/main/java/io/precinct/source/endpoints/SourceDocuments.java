package io.precinct.source.endpoints;

import io.precinct.api.boundary.Declaration;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Contract;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.rest.api.Contracts;
import io.precinct.rest.api.Schemas;

/** The parts of the declarations that all endpoints of live source share. */
public final class SourceDocuments {
    /** The entity tag that every answer has. */
    private static final Parameter ETAG =
            Parameter.header("ETag", Schema.text()).describedAs("Identifies this answer, for If-None-Match.");

    /** A refusal; one of an invalid body or query lists every fault. */
    static final Schema REFUSAL = Schemas.REFUSAL
            .optionally("code", Schema.text().example("unknown_repo"))
            .optionally("detail", Schema.any())
            .optionally("errors", Schema.list(Schemas.FAULT))
            .named("SourceRefusal");

    private static final Contract REFUSING = Contract.of(
            Answer.of(400, "The query or the body cannot be read; detail and errors say why.", REFUSAL),
            Answer.of(404, "There is no such repository, ref or path.", REFUSAL),
            Answer.of(409, "The list cannot go on; begin without cursor.", REFUSAL),
            Answer.of(422, "The question cannot be answered.", Schemas.REFUSAL),
            Answer.of(503, "The repository is not available now.", REFUSAL).with(Contracts.RETRY_AFTER));

    /** The refusals while too many expensive requests are under way. */
    public static final Contract ADMITTED =
            Contract.of(Answer.of(429, "The client has as many expensive requests under way as it may.", REFUSAL)
                    .with(Contracts.RETRY_AFTER));

    private SourceDocuments() {}

    /** Starts the declaration of an endpoint. */
    public static Declaration.Builder of(String sentence) {
        return Declaration.terminal().describedAs(sentence).under(REFUSING);
    }

    /** Starts the declaration of an endpoint of one repository. */
    public static Declaration.Builder ofRepository(String sentence) {
        return of(sentence)
                .takes(Parameter.path("repo", Schema.text().example("sample").named("RepositoryName"))
                        .describedAs("The name of the repository."));
    }

    /** The declaration of reads with entity tags, which answer 304 to a GET that names the tag. */
    public static Contract reading(Answer answer) {
        return Contract.of(answer.with(ETAG), Answer.empty(304, "It is what If-None-Match names."))
                .and(Contract.of(Parameter.header("If-None-Match", Schema.text().example("\"0123\""))
                        .describedAs("The ETag of the answer that the client has.")));
    }
}
