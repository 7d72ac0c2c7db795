package io.precinct.graph.checklists;

import io.precinct.api.data.Data;
import io.precinct.cases.api.Cases.Change;
import io.precinct.graph.api.Checklists.Item;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Describes changes of the items of a list for the history of a case. */
// @req:checklist-note
public final class ListChange {
    /**
     * Most items that a note lists, because a note stays with its case for ever; the content of the note gives the full
     * number.
     */
    static final int MOST = 100;

    private static final int LONGEST = 200;

    private ListChange() {}

    /** Describes a new list. */
    static Change made(TodoList list) {
        return made(list, null);
    }

    /** As {@link #made(TodoList)}; {@code before} is the list with the same slug and another name that it replaces. */
    private static Change made(TodoList list, @Nullable TodoList before) {
        Change change = change(list, "Added the list " + shortened(list.name()), null, list.items());
        Kept kept = before == null ? Kept.made(list) : Kept.replaced(before, list);
        return before != null && kept.text() == null ? change : keeping(change, kept);
    }

    /** Describes a removed list. */
    static Change removed(TodoList list) {
        return keeping(
                change(list, "Removed the list " + shortened(list.name()), list.items(), null), Kept.removed(list));
    }

    private static Change keeping(Change change, Kept kept) {
        return new Change(change.content(), change.field(), change.old(), change.now(), kept.data());
    }

    /** Keeps the lines that the change replaced, unless its items are enough to take it back exactly. */
    private static Change undoable(Change change, TodoList before, TodoList after) {
        return ListReversal.restores(change, before, after) ? change : keeping(change, Kept.lines(before, after));
    }

    /**
     * Describes the effect of an action on a list. Items with the same id are the same item.
     *
     * @param before the list before the action, or null if the list is new
     */
    static Change of(ListAction action, @Nullable TodoList before, TodoList after) {
        if (before == null) {
            return made(after);
        }
        return undoable(ofItems(action, before, after), before, after);
    }

    private static Change ofItems(ListAction action, TodoList before, TodoList after) {
        List<Item> old = before.items();
        return switch (action) {
            case ListAction.Add _ -> added(after, without(after.items(), byId(old)));
            case ListAction.Remove remove ->
                gone(after, List.of(old.get(remove.item().in(before))));
            case ListAction.ClearCompleted _ ->
                gone(after, old.stream().filter(Item::checked).toList());
            case ListAction.Move move -> moved(after, old.get(move.item().in(before)));
            case ListAction.Check _, ListAction.CheckAll _, ListAction.Update _, ListAction.Show _ ->
                changed(after, without(old, byId(after.items())), without(after.items(), byId(old)));
        };
    }

    /** Describes changes of the lists of a node that no action made; returns one change per changed list. */
    public static List<Change> between(String before, String after) {
        ListGroup old = ListGroup.of(before);
        ListGroup now = ListGroup.of(after);
        var changes = new ArrayList<Change>();
        for (TodoList list : old.lists()) {
            TodoList same = now.addressed(list.slug());
            if (same == null) {
                changes.add(removed(list));
            } else if (!same.name().equals(list.name())) {
                changes.add(removed(list));
                changes.add(made(same, list));
            } else if (!same.items().equals(list.items())) {
                changes.add(undoable(rewritten(same, list.items(), same.items()), list, same));
            }
        }
        now.lists().stream()
                .filter(list -> old.addressed(list.slug()) == null)
                .forEach(list -> changes.add(made(list)));
        return List.copyOf(changes);
    }

    private static Change rewritten(TodoList list, List<Item> old, List<Item> now) {
        List<Item> were = without(old, byId(now));
        List<Item> are = without(now, byId(old));
        if (were.isEmpty() && are.isEmpty()) {
            List<Item> moved = now.stream()
                    .filter(item -> !old.get(item.index()).equals(item))
                    .toList();
            List<Item> from = old.stream()
                    .filter(item -> !now.get(item.index()).equals(item))
                    .toList();
            return change(list, "Moved " + told(moved) + " in " + shortened(list.name()), from, moved);
        }
        if (were.isEmpty()) {
            return added(list, are);
        }
        return are.isEmpty()
                ? gone(list, were)
                : change(list, "Changed " + told(are) + " in " + shortened(list.name()), were, are);
    }

    private static Change added(TodoList list, List<Item> items) {
        return change(list, "Added " + told(items) + " to " + shortened(list.name()), List.of(), items);
    }

    private static Change gone(TodoList list, List<Item> items) {
        return change(list, "Removed " + told(items) + " from " + shortened(list.name()), items, List.of());
    }

    private static Change moved(TodoList list, Item old) {
        List<Item> now = List.of(Objects.requireNonNull(byId(list.items()).get(old.itemId())));
        return change(list, "Moved " + told(now) + " in " + shortened(list.name()), List.of(old), now);
    }

    private static Change changed(TodoList list, List<Item> old, List<Item> now) {
        return change(list, verb(old, now) + told(now) + " in " + shortened(list.name()), old, now);
    }

    private static String verb(List<Item> old, List<Item> now) {
        boolean retold = !old.getFirst().text().equals(now.getFirst().text());
        if (retold) {
            return "Changed " + told(old) + " to ";
        }
        return now.getFirst().checked() ? "Checked " : "Unchecked ";
    }

    private static String told(List<Item> items) {
        return items.size() == 1 ? shortened(items.getFirst().text()) : items.size() + " items";
    }

    private static String shortened(String text) {
        return text.codePointCount(0, text.length()) <= LONGEST
                ? text
                : text.substring(0, text.offsetByCodePoints(0, LONGEST)) + "…";
    }

    private static Map<String, Item> byId(List<Item> items) {
        var byId = new HashMap<String, Item>();
        items.forEach(item -> byId.put(item.itemId(), item));
        return byId;
    }

    /** Returns the items that differ from the other item with the same id, regardless of position. */
    private static List<Item> without(List<Item> items, Map<String, Item> others) {
        return items.stream()
                .filter(item -> !same(item, others.get(item.itemId())))
                .toList();
    }

    private static boolean same(Item item, @Nullable Item other) {
        return other != null && item.text().equals(other.text()) && item.checked() == other.checked();
    }

    private static Change change(TodoList list, String content, @Nullable List<Item> old, @Nullable List<Item> now) {
        return new Change(content, ListGroup.SLUG + "." + list.slug(), data(old), data(now));
    }

    private static @Nullable Object data(@Nullable List<Item> items) {
        if (items == null) {
            return null;
        }
        var data = Data.listBuilder();
        items.stream().limit(MOST).forEach(item -> data.add(ChecklistDocuments.ITEM.view(item)));
        return data.build();
    }
}
