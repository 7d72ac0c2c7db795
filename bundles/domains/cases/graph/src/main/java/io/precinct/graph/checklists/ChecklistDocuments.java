package io.precinct.graph.checklists;

import io.precinct.api.boundary.Declaration;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.api.contract.Type;
import io.precinct.api.data.Data;
import io.precinct.graph.api.Checklists.Item;
import io.precinct.graph.api.Checklists.Progress;
import io.precinct.graph.nodes.Nodes;
import io.precinct.rest.api.Contracts;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.ListRequest;
import io.precinct.rest.api.Property;
import io.precinct.rest.api.Resource;
import io.precinct.rest.api.Schemas;
import java.util.List;
import java.util.Objects;

/** The requests and responses of the checklist endpoints. */
final class ChecklistDocuments {
    private static final int LONGEST_NAME = 1000;
    private static final Type<Long> COUNT = Type.count();

    /** The progress of a list. */
    static final Resource<Progress> PROGRESS = Resource.<Progress>of(
                    Property.of("name", Type.text().example("Door"), Progress::name),
                    Property.of("slug", Type.text().example("door"), Progress::slug),
                    Property.of("address", Type.text(), Progress::address),
                    Property.of("total", COUNT, list -> (long) list.total()),
                    Property.of("completed", COUNT, list -> (long) list.completed()),
                    Property.of("remaining", COUNT, list -> (long) list.remaining()),
                    Property.of(
                            "percent", Type.integer(0, 100).shownAs(Schemas.PERCENT), list -> (long) list.percent()),
                    Property.of(Nodes.UPDATED_AT.name(), Type.time(), Progress::updatedAt))
            .named("Checklist");

    /** An item of a list. */
    static final Resource<Item> ITEM = Resource.<Item>of(
                    Property.of("index", COUNT, item -> (long) item.index()),
                    Property.of(ActionForm.ITEM_ID.name(), Type.text(), Item::itemId),
                    Property.of("text", Type.text().example("Knock"), Item::text),
                    Property.of("checked", Type.truth(), Item::checked))
            .named("ChecklistItem");

    /** The name of a list. */
    static final Field<String> NAME = Field.requiredText("name", LONGEST_NAME).example("Door");

    private static final Schema ACTION = Field.body(
                    Field.oneOf("action", ActionForm.ACTIONS).required(),
                    Field.of("params", ActionForm.PARAMS).describedAs("Which of them there are depends on the action."))
            .example(Data.map("action", "add", "params", Data.map("text", "Knock")));

    private static final Parameter LIST = Parameter.path(
                    "name", Schema.text().atLeast(1).example("door").named("ChecklistName"))
            .describedAs("The name of the list, or its slug.");

    static final Declaration ENSURE = of("Creates a checklist of a case, or finds it.")
            .under(Contracts.CHANGING_VERSION)
            .takes(Field.body(NAME))
            .answers(
                    Contracts.changed(Answer.ok("The list that was there.", PROGRESS.schema())
                            .with(Contracts.ETAG)),
                    Contracts.changed(Answer.of(201, "The new list.", PROGRESS.schema())
                            .with(Contracts.ETAG, Contracts.LOCATION)))
            .build();

    static final Declaration EXECUTE = of("Shows or changes the items of a checklist: action is one of "
                    + String.join(", ", ActionForm.ACTIONS) + ".")
            .under(Contracts.CHANGING_VERSION)
            .takes(LIST)
            .takes(ACTION)
            .answers(Contracts.changed(Answer.ok(
                            "The list and its items as they are then.",
                            Schema.object().with("list", PROGRESS.schema()).with("items", Schema.list(ITEM.schema())))
                    .with(Contracts.ETAG)))
            .build();

    static final Declaration REMOVE = of("Removes a checklist; the others stay as they are.")
            .under(Contracts.CHANGING_VERSION)
            .takes(LIST)
            .answers(Contracts.changed(Answer.empty(204, "It is removed.")))
            .build();

    private ChecklistDocuments() {}

    /** Starts the declaration of an endpoint for the checklists of a case. */
    static Declaration.Builder of(String sentence) {
        return Declaration.terminal()
                .describedAs(sentence)
                .takes(Parameter.path(
                                "id",
                                Schema.text()
                                        .matching("^task-[0-9a-f-]{36}$")
                                        .example("task-01890a5d-ac96-774b-bcce-b302099a8057")
                                        .named("CaseIdOfLists"))
                        .describedAs("The id of the case."))
                .under(Contracts.LISTING)
                .under(Contracts.NOT_FOUND);
    }

    /** Declares the response with the lists of a case, tagged with the version of their node. */
    static Answer lists(List<String> sorts) {
        return Objects.requireNonNull(ListRequest.contract("The checklists.", sorts, PROGRESS.schema())
                        .success())
                .with(Contracts.ETAG);
    }
}
