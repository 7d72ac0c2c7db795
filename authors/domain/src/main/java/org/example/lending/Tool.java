package org.example.lending;

import io.precinct.api.contract.Type;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Property;
import io.precinct.rest.api.Resource;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;

/**
 * A tool. Its members are said once, in {@link #RESOURCE}: what is answered, the OpenAPI document, the columns and the
 * sorting of lists are made of them.
 *
 * @param id {@code tool-} and a UUID
 * @param borrower who has it, or null while it is in its place
 * @param due when it is to be back, or null while it is in its place
 * @param version counts its changes, from 1
 */
record Tool(String id, String name, String borrower, LocalDate due, long version, Instant addedAt) {
    static final Type<String> TOOL_ID = Type.text()
            .described(id -> id.matching("^tool-[0-9a-f-]{36}$"))
            .example("tool-01890a5d-ac96-474b-8cce-b302099a8057");

    /** What a client gives of a tool. */
    static final Field<String> GIVEN_NAME = Field.requiredText("name", 200).example("Cordless drill");

    static final Property<Tool, String> ID =
            Property.of("id", TOOL_ID, Tool::id).stored();
    static final Property<Tool, String> NAME =
            Property.given(GIVEN_NAME, Tool::name).stored();
    static final Property<Tool, String> BORROWER =
            Property.of("borrower", Type.text(), Tool::borrower).orNull().stored();
    static final Property<Tool, LocalDate> DUE =
            Property.of("due", Type.date(), Tool::due).orNull().stored();
    static final Property<Tool, Long> VERSION = Property.of("version", Type.integer(1, Long.MAX_VALUE), Tool::version)
            .stored();
    static final Property<Tool, Instant> ADDED_AT =
            Property.of("added_at", Type.time(), Tool::addedAt).stored();

    static final Resource<Tool> RESOURCE =
            Resource.of(ID, NAME, BORROWER, DUE, VERSION, ADDED_AT).named("LendingTool");

    boolean isLent() {
        return borrower != null;
    }

    /** As it is answered. */
    Map<String, Object> toData() {
        return RESOURCE.view(this);
    }
}
