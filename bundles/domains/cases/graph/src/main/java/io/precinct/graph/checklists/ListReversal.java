package io.precinct.graph.checklists;

import io.precinct.cases.api.CaseLists.ItemContent;
import io.precinct.cases.api.Cases.Change;
import io.precinct.rest.api.Refusal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Takes back a {@link ListChange}, as long as the list is still as the change left it. Most changes keep the former
 * text of what they replaced. A change whose items say it all is taken back item by item.
 */
// @req:case-undo
final class ListReversal {
    private static final String FIELD = ListGroup.SLUG + ".";

    private final ListGroup group;
    private final Change change;
    private final String slug;

    private ListReversal(String body, Change change) {
        this.group = ListGroup.of(body);
        this.change = change;
        this.slug = change.field().substring(FIELD.length());
    }

    /** Whether a field of a change names a list. */
    static boolean isList(String field) {
        return field.startsWith(FIELD) && field.length() > FIELD.length();
    }

    /**
     * Returns the body of a node as it was before a change of one of its lists.
     *
     * @param change a change for which {@link #isList} holds
     * @throws Refusal 409 {@code not_undoable}
     */
    static String of(String body, Change change) {
        try {
            return new ListReversal(body, change).former();
        } catch (Refusal refusal) {
            throw refusal.status() == 409 ? refused(String.valueOf(refusal.getMessage())) : refusal;
        }
    }

    /** Whether this takes a change back exactly, given the list before and after the change. */
    static boolean restores(Change change, TodoList before, TodoList after) {
        try {
            TodoList list = ListGroup.of(of(after.body(), change)).addressed(after.slug());
            return list != null && list.text().equals(before.text());
        } catch (Refusal _) {
            return false;
        }
    }

    private String former() {
        Kept kept = Kept.of(change.kept());
        TodoList list = group.addressed(slug);
        if (change.now() == null) {
            return restored(list, kept);
        }
        if (list == null) {
            throw refused("there is no list " + slug + " any more");
        }
        if (kept != null && kept.digest() != null) {
            if (!kept.digest().equals(Kept.digest(list))) {
                throw changed();
            }
            return change.old() == null && kept.text() == null ? ListGroup.without(list) : replaced(list, kept);
        }
        return byItems(list);
    }

    private String restored(@Nullable TodoList there, @Nullable Kept kept) {
        if (there != null) {
            throw refused("there is another list " + slug + " now");
        }
        if (kept == null || kept.text() == null) {
            throw tooLittle();
        }
        String body = group.with(kept.text(), kept.index(), slug);
        TodoList list = ListGroup.of(body).addressed(slug);
        if (list == null) {
            throw refused("the node of the lists was rebuilt since");
        }
        return body;
    }

    private String replaced(TodoList list, Kept kept) {
        String former = kept.former(list);
        if (former == null) {
            throw tooLittle();
        }
        return group.replacing(list, former);
    }

    /**
     * Gives the items of a flat list their former texts and boxes, and takes out those that the change added. The items
     * of a change do not say how they were indented, so they are not enough for a removal, a move, or a nested list.
     */
    private String byItems(TodoList list) {
        Map<Integer, ItemContent> left = byIndex(change.now());
        Map<Integer, ItemContent> former = byIndex(change.old());
        if (list.nested()
                || !former.entrySet().stream().allMatch(was -> isSame(was.getValue(), left.get(was.getKey())))) {
            throw tooLittle();
        }
        List<ItemContent> items = list.items().stream()
                .map(item -> new ItemContent(item.itemId(), item.text(), item.checked()))
                .toList();
        left.forEach((index, item) -> {
            if (index >= items.size() || !items.get(index).equals(item)) {
                throw changed();
            }
        });
        var back = new ArrayList<ItemContent>();
        for (int i = 0; i < items.size(); i++) {
            ItemContent item = left.containsKey(i) ? former.get(i) : items.get(i);
            if (item != null) {
                back.add(item);
            }
        }
        return list.holding(back).body();
    }

    private static boolean isSame(ItemContent item, @Nullable ItemContent other) {
        return other != null && item.itemId().equals(other.itemId());
    }

    /** Reads the items of a change. */
    private Map<Integer, ItemContent> byIndex(@Nullable Object items) {
        if (!(items instanceof List<?> list)) {
            throw tooLittle();
        }
        var byIndex = new HashMap<Integer, ItemContent>();
        for (Object item : list) {
            if (item instanceof Map<?, ?> map
                    && map.get("index") instanceof Number index
                    && map.get("item_id") instanceof String id
                    && map.get("text") instanceof String text
                    && map.get("checked") instanceof Boolean checked
                    && index.intValue() >= 0) {
                byIndex.put(index.intValue(), new ItemContent(id, text, checked));
            } else {
                throw tooLittle();
            }
        }
        return byIndex;
    }

    private Refusal changed() {
        return refused("the list " + slug + " was changed since, by an edit of its node or by sync");
    }

    private Refusal tooLittle() {
        return refused("its note does not keep what the list " + slug + " was before");
    }

    private static Refusal refused(String why) {
        return Refusal.of(409, "not_undoable", why);
    }
}
