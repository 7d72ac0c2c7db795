package org.example.lending;

import io.precinct.api.boundary.Declaration;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.rest.api.Contracts;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.ListRequest;
import io.precinct.rest.api.Schemas;
import java.util.List;

/** What the endpoints take and answer: by it requests are read, and the OpenAPI document is made of it. */
final class LendingDocuments {
    static final String SIGNATURE = "X-Lending-Signature";

    /** A list is sorted by the first of these unless the client says otherwise. */
    static final List<String> SORTS = List.of("name");

    static final Schema TOOL = Tool.RESOURCE.schema();

    static final Field<Long> DAYS = Field.integer("days", 1, LendingSettings.LONGEST_LOAN)
            .describedAs("For how many days; absent for as long as the settings allow, and never for longer.");

    static final Field<Boolean> IN_PLACE =
            Field.truth("in_place").describedAs("Only tools that are in their place, or only those that are lent.");

    /** Of a delivery of the return box. */
    static final Field<String> DELIVERED = Field.requiredText("tool", 100);

    /** Of a delivery of the return box. */
    static final Field<Long> DELIVERED_VERSION =
            Field.integer("version", 1, Long.MAX_VALUE).required();

    private static final Answer CHANGED =
            Contracts.changed(Answer.ok("The tool.", TOOL).with(Contracts.ETAG));

    static final Declaration LIST = Declaration.terminal()
            .describedAs("The tools, by name.")
            .under(Field.query(IN_PLACE))
            .under(ListRequest.contract("The tools.", SORTS, TOOL))
            .build();

    static final Declaration ADD = Declaration.terminal()
            .describedAs("Adds a tool.")
            .under(Contracts.CHANGING)
            .takes(Field.body(Tool.GIVEN_NAME))
            .answers(Contracts.changed(Answer.of(201, "The new tool.", TOOL).with(Contracts.ETAG, Contracts.LOCATION)))
            .build();

    static final Declaration READ = ofTool("A tool.")
            .under(Contracts.READING)
            .answers(Answer.ok("The tool.", TOOL).with(Contracts.ETAG))
            .build();

    static final Declaration BORROW = ofTool("Lends a tool to whoever asks.")
            .under(Contracts.CHANGING_VERSION)
            .takes(Field.body(DAYS))
            .answers(CHANGED)
            .build();

    static final Declaration RETURN = ofTool("Takes a tool back, whoever brings it.")
            .under(Contracts.CHANGING_VERSION)
            .takes(Field.nothing())
            .answers(CHANGED)
            .build();

    static final Declaration EVENTS = Declaration.terminal()
            .describedAs("Server-sent events: what is borrowed and returned.")
            .under(Contracts.READING)
            .under(Contracts.PRINCIPAL)
            .takes(Parameter.header("Last-Event-ID", Schema.text().matching("^[0-9]{1,18}$"))
                    .describedAs("The last event that was seen; what followed is sent first."))
            .answers(Answer.raw(200, "Events, as they happen.", "text/event-stream"))
            .build();

    static final Declaration BOX = Declaration.terminal()
            .describedAs("The return box says that a tool lies in it.")
            .under(Contracts.READING)
            .under(Contracts.NOT_FOUND)
            .takes(Parameter.header(SIGNATURE, Schema.text().matching("^sha256=[0-9a-f]{64}$"))
                    .always()
                    .describedAs("HMAC-SHA-256 of the body under the secret of the box, in hexadecimal digits."))
            .answers(
                    Answer.ok("The tool.", TOOL),
                    Answer.of(400, "The body is not JSON.", Schemas.REFUSAL),
                    Answer.of(403, "The signature is not that of the body.", Schemas.REFUSAL))
            .build();

    private LendingDocuments() {}

    private static Declaration.Builder ofTool(String sentence) {
        return Declaration.terminal()
                .describedAs(sentence)
                .takes(Parameter.path("id", Tool.TOOL_ID.taken()))
                .under(Contracts.NOT_FOUND);
    }
}
