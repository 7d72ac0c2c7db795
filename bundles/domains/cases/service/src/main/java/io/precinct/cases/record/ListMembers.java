package io.precinct.cases.record;

import io.precinct.api.contract.Type;
import io.precinct.api.data.Data;
import io.precinct.cases.api.CaseChecklists.Checklist;
import io.precinct.cases.api.CaseChecklists.Item;
import io.precinct.cases.api.CaseLists;
import io.precinct.cases.api.CaseLists.Content;
import io.precinct.cases.api.CaseLists.ItemContent;
import io.precinct.cases.api.Cases;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Property;
import io.precinct.rest.api.Resource;
import io.precinct.rest.api.Schemas;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The checklists of a case in the form that an artifact contains. Values derived from the items are served, and ignored
 * if a client sends them.
 */
public final class ListMembers {
    /** Precedes the slug of a checklist in the {@code field} of a change. */
    static final String CHANGED = "lists.";

    /** No node of the knowledge graph has more checklists or items; the size of a request body is limited as well. */
    private static final int MOST = 100_000;

    private static final int LONGEST_ID = 200;
    private static final int LONGEST_TEXT = 1 << 20;

    private static final Type<Long> COUNT = Type.integer(0, Integer.MAX_VALUE);

    private static final Field<String> ITEM_ID =
            Field.requiredText("item_id", LONGEST_ID).example("item-0a1b2c3d4e5f");
    private static final Field<@Nullable String> TEXT =
            Field.text("text", LONGEST_TEXT).required().example("Knock");
    private static final Field<@Nullable Boolean> CHECKED =
            Field.truth("checked").required();

    private static final Resource<Item> ITEM = Resource.<Item>of(
                    Property.of("index", COUNT, item -> (long) item.index()),
                    Property.given(ITEM_ID, Item::itemId),
                    Property.given(TEXT, Item::text),
                    Property.given(CHECKED, Item::checked))
            .made(values -> new Item(0, values.need(ITEM_ID), values.or(TEXT, ""), values.or(CHECKED, false)));

    private static final Field<String> NAME =
            Field.requiredText("name", LONGEST_ID * 4).example("Door");
    private static final Field<String> SLUG =
            Field.requiredText("slug", LONGEST_ID * 4).example("door");
    private static final Field<List<Item>> ITEMS =
            Field.objects("items", ITEM, MOST).required();

    /** One checklist. */
    public static final Resource<Checklist> RESOURCE = Resource.<Checklist>of(
                    Property.given(NAME, Checklist::name),
                    Property.given(SLUG, Checklist::slug),
                    Property.of("address", Type.text(), Checklist::address),
                    Property.of("total", COUNT, list -> (long) list.total()),
                    Property.of("completed", COUNT, list -> (long) list.completed()),
                    Property.of("remaining", COUNT, list -> (long) list.remaining()),
                    Property.of(
                            "percent", Type.integer(0, 100).shownAs(Schemas.PERCENT), list -> (long) list.percent()),
                    Property.given(ITEMS, Checklist::items))
            .made(values ->
                    new Checklist(values.need(NAME), values.need(SLUG), "", 0, 0, 0, values.or(ITEMS, List.of())));

    /** The field with all checklists of a case. */
    public static final Field<List<Checklist>> LISTS = Field.objects("checklists", RESOURCE, MOST);

    /** One item in the form that two instances compare. */
    public static final Resource<ItemContent> ITEM_CONTENT = Resource.of(
            Property.given(ITEM_ID, ItemContent::itemId),
            Property.given(TEXT, ItemContent::text),
            Property.given(CHECKED, ItemContent::checked));

    /** One checklist in the form that two instances compare. */
    public static final Resource<Content> CONTENT = Resource.of(
            Property.given(NAME, Content::name),
            Property.given(SLUG, Content::slug),
            Property.list(ITEMS.name(), ITEM_CONTENT, Content::items));

    private ListMembers() {}

    /**
     * Reads the checklists of a body; faults go into the form.
     *
     * @param rules supplies the domain that stores checklists and validates them
     * @return null if the body contains no checklists member, or null for it
     */
    public static @Nullable List<Content> read(Form form, Supplier<CaseLists> rules) {
        if (form.value(LISTS.name()) == null) {
            return null;
        }
        int before = form.faults().size();
        List<Content> lists = LISTS.in(form).stream().map(ListMembers::content).toList();
        if (form.faults().size() == before) {
            rules.get()
                    .problems(lists)
                    .forEach(problem -> form.fault(
                            LISTS.name() + problem.pointer(), problem.code(), problem.message(), problem.allowed()));
        }
        return lists;
    }

    /** Parses checklists that were stored in the form of {@link #CONTENT}. */
    public static List<Content> stored(@Nullable Object lists) {
        return LISTS.in(Form.of(Data.map(LISTS.name(), lists))).stream()
                .map(ListMembers::content)
                .toList();
    }

    /** Returns a change of a list in the form that a note reports. */
    public static Map<String, @Nullable Object> told(Cases.Change change) {
        return Data.map("field", change.field(), "old", change.old(), "new", change.now());
    }

    /** As {@link #told}, with what the change keeps to be taken back. */
    public static Map<String, @Nullable Object> toldWhole(Cases.Change change) {
        return change.kept() == null
                ? told(change)
                : Data.map("field", change.field(), "old", change.old(), "new", change.now(), "kept", change.kept());
    }

    /** Returns the change of a list that a note reports, or null if it reports anything else. */
    public static Cases.@Nullable Change reported(Note note) {
        return note.changes().size() == 1
                        && note.changes().getFirst() instanceof Map<?, ?> change
                        && change.get("field") instanceof String field
                        && field.startsWith("lists.")
                ? new Cases.Change(note.content(), field, change.get("old"), change.get("new"), change.get("kept"))
                : null;
    }

    private static Content content(Checklist list) {
        return new Content(
                list.name(),
                list.slug(),
                list.items().stream()
                        .map(item -> new ItemContent(item.itemId(), item.text(), item.checked()))
                        .toList());
    }
}
