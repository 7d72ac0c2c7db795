package io.precinct.graph.checklists;

import io.precinct.api.data.Data;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Text;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code {action, params}}. */
final class ActionForm {
    /** The ten actions. */
    static final List<String> ACTIONS = List.of(
            "list", "add", "toggle", "check", "uncheck", "remove", "update", "move", "check_all", "clear_completed");

    static final int LONGEST_TEXT = 2000;
    static final int MOST = Integer.MAX_VALUE;

    private ActionForm() {}

    /**
     * Reads the members of a body.
     *
     * @param elsewhere members that are no part of it
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
            // Which of them may be there depends on the action.
            params.ignoring(params.names().toArray(String[]::new));
        }
        form.unknown();
        Refusal refusal = Refusal.invalid(form.faults());
        return action == null ? refusal.with("allowed", ACTIONS) : refusal;
    }

    private static ListAction action(String name, Form params) {
        return switch (name) {
            case "add" -> new ListAction.Add(text(params), index(params, "position"));
            case "toggle" -> new ListAction.Check(item(params), null);
            case "check" -> new ListAction.Check(item(params), true);
            case "uncheck" -> new ListAction.Check(item(params), false);
            case "remove" -> new ListAction.Remove(item(params));
            case "update" ->
                new ListAction.Update(new ListAction.Item.At("index", required(params, "index")), text(params));
            case "move" -> new ListAction.Move(required(params, "from"), required(params, "to"));
            case "check_all" -> new ListAction.CheckAll();
            case "clear_completed" -> new ListAction.ClearCompleted();
            default -> new ListAction.Show();
        };
    }

    private static String text(Form params) {
        String text = params.requiredText("text", LONGEST_TEXT);
        if (!Text.isOneLine(text)) {
            params.fault("text", "format", "text is one line of Markdown without control characters", "one line");
        }
        return text.strip();
    }

    private static @Nullable Integer index(Form params, String name) {
        Long index = params.integer(name, 0, MOST);
        return index == null ? null : index.intValue();
    }

    private static int required(Form params, String name) {
        Integer index = index(params, name);
        if (index == null && params.value(name) == null) {
            params.fault(name, "required", name + " is required: a zero-based index", null);
        }
        return index == null ? 0 : index;
    }

    private static ListAction.Item item(Form params) {
        Integer index = index(params, "index");
        String id = params.text("item_id", 100);
        boolean both = params.value("index") != null && params.value("item_id") != null;
        if (both) {
            params.fault("item_id", "conflict", "either index or item_id names the item, not both", null);
        } else if (params.value("index") == null && params.value("item_id") == null) {
            params.fault("index", "required", "index or item_id is required", List.of("index", "item_id"));
        }
        return id == null || both
                ? new ListAction.Item.At("index", index == null ? 0 : index)
                : new ListAction.Item.Named(id);
    }
}
