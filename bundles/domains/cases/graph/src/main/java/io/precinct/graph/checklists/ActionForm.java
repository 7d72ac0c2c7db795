package io.precinct.graph.checklists;

import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Text;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code {action, params}}. */
final class ActionForm {
    /** The names of the ten actions. */
    static final List<String> ACTIONS = List.of(
            "list", "add", "toggle", "check", "uncheck", "remove", "update", "move", "check_all", "clear_completed");

    private static final int LONGEST_TEXT = 2000;
    private static final int MOST = Integer.MAX_VALUE;

    private static final Field<@Nullable String> TEXT =
            Field.text("text", LONGEST_TEXT).describedAs("Of add and update: one line.");
    private static final Field<@Nullable Long> POSITION =
            Field.integer("position", 0, MOST).describedAs("Of add: the index afterwards.");
    private static final Field<@Nullable Long> INDEX = Field.integer("index", 0, MOST)
            .describedAs("Of toggle, check, uncheck, remove and update: which item, from 0.");
    static final Field<@Nullable String> ITEM_ID = Field.text("item_id", ItemLine.LONGEST_ID)
            .describedAs("Which item, by its id, in place of index and from.");
    private static final Field<@Nullable Long> FROM =
            Field.integer("from", 0, MOST).describedAs("Of move: the index now.");
    private static final Field<@Nullable Long> TO =
            Field.integer("to", 0, MOST).describedAs("Of move: the index afterwards.");

    /** The members that params may have; the action decides which of them apply. */
    static final Schema PARAMS = Field.body(TEXT, POSITION, INDEX, ITEM_ID, FROM, TO);

    private ActionForm() {}

    /**
     * Reads an action from the members of a body.
     *
     * @param elsewhere members to ignore
     * @throws Refusal 422 with all faults
     */
    static ListAction read(Map<String, @Nullable Object> body, String... elsewhere) {
        var members = Data.mapBuilder().putAll(body);
        if (body.get("params") == null) {
            members.put("params", Map.of());
        }
        Form form = Form.of(members.build()).ignoring(elsewhere);
        String name = form.oneOf("action", ACTIONS);
        Form params = form.object("params");
        if (name == null || params == null) {
            throw unreadable(form, name, params);
        }
        ListAction action = action(name, params);
        form.check();
        return action;
    }

    private static Refusal unreadable(Form form, @Nullable String action, @Nullable Form params) {
        if (form.value("action") == null) {
            form.fault("action", "required", "action is required, one of " + String.join(", ", ACTIONS), ACTIONS);
        }
        if (params != null) {
            // the action decides which members are allowed, and the action is not known
            params.ignoring(params.names().toArray(String[]::new));
        }
        form.unknown();
        Refusal refusal = Refusal.invalid(form.faults());
        return action == null ? refusal.with("allowed", ACTIONS) : refusal;
    }

    private static ListAction action(String name, Form params) {
        return switch (name) {
            case "add" -> new ListAction.Add(text(params), integer(params, POSITION));
            case "toggle" -> new ListAction.Check(item(params, INDEX), null);
            case "check" -> new ListAction.Check(item(params, INDEX), true);
            case "uncheck" -> new ListAction.Check(item(params, INDEX), false);
            case "remove" -> new ListAction.Remove(item(params, INDEX));
            case "update" -> new ListAction.Update(item(params, INDEX), text(params));
            case "move" -> new ListAction.Move(item(params, FROM), to(params));
            case "check_all" -> new ListAction.CheckAll();
            case "clear_completed" -> new ListAction.ClearCompleted();
            default -> new ListAction.Show();
        };
    }

    private static String text(Form params) {
        String name = TEXT.name();
        String text = TEXT.in(params);
        if (params.value(name) == null || text != null && text.isBlank()) {
            params.fault(name, "required", name + " is required", null);
        } else if (text != null && !Text.isOneLine(text)) {
            params.fault(name, "format", name + " is one line of Markdown without control characters", "one line");
        }
        return text == null ? "" : text.strip();
    }

    private static @Nullable Integer integer(Form params, Field<@Nullable Long> field) {
        Long value = field.in(params);
        return value == null ? null : value.intValue();
    }

    private static int to(Form params) {
        Integer to = integer(params, TO);
        if (params.value(TO.name()) == null) {
            params.fault(TO.name(), "required", TO.name() + " is required: a zero-based index", null);
        }
        return to == null ? 0 : to;
    }

    /** Reads the item that the params name by its index or by its id. */
    private static ListAction.Item item(Form params, Field<@Nullable Long> place) {
        Integer index = integer(params, place);
        String id = ITEM_ID.in(params);
        String either = place.name() + " or " + ITEM_ID.name();
        boolean placed = params.value(place.name()) != null;
        boolean named = params.value(ITEM_ID.name()) != null;
        if (placed && named) {
            params.fault(ITEM_ID.name(), "conflict", "either " + either + " names the item, not both", null);
        } else if (!placed && !named) {
            params.fault(place.name(), "required", either + " is required", List.of(place.name(), ITEM_ID.name()));
        }
        return id == null || placed
                ? new ListAction.Item.At(place.name(), index == null ? 0 : index)
                : new ListAction.Item.Named(id);
    }
}
