package io.precinct.graph.checklists;

import io.precinct.cases.api.CaseLists.ItemContent;
import io.precinct.cases.api.Cases.Change;
import io.precinct.rest.api.Refusal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Takes back a {@link ListChange}, as long as the list is still as the change left it. A change of a few items is taken
 * back item by item; otherwise the change keeps the former text of the list.
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

    private String former() {
        ListChange.Kept kept = ListChange.Kept.of(change.kept());
        TodoList list = group.addressed(slug);
        if (change.now() == null) {
            return restored(list, kept);
        }
        if (list == null) {
            throw refused("there is no list " + slug + " any more");
        }
        if (kept != null && kept.digest() != null) {
            if (!kept.digest().equals(ListChange.Kept.digest(list))) {
                throw changed();
            }
            return change.old() == null && kept.text() == null ? ListGroup.without(list) : replaced(list, kept);
        }
        return byItems(list);
    }

    private String restored(@Nullable TodoList there, ListChange.@Nullable Kept kept) {
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

    private String replaced(TodoList list, ListChange.Kept kept) {
        if (kept.text() == null) {
            throw tooLittle();
        }
        return group.replacing(list, kept.text());
    }

    /** Takes the items out that the change left, and puts the former ones in, at their places. */
    private String byItems(TodoList list) {
        List<Place> left = places(change.now());
        List<Place> former = places(change.old());
        List<ItemContent> items = new ArrayList<>(list.items().stream()
                .map(item -> new ItemContent(item.itemId(), item.text(), item.checked()))
                .toList());
        for (Place place : left) {
            if (place.index >= items.size() || !items.get(place.index).equals(place.item)) {
                throw changed();
            }
        }
        items.removeAll(left.stream().map(Place::item).toList());
        Set<String> ids = new HashSet<>();
        items.forEach(item -> ids.add(item.itemId()));
        for (Place place : former) {
            if (place.index > items.size() || !ids.add(place.item.itemId())) {
                throw changed();
            }
            items.add(place.index, place.item);
        }
        return list.holding(items).body();
    }

    private record Place(int index, ItemContent item) {}

    /** Reads the items of a change, in the order of their places. */
    private List<Place> places(@Nullable Object items) {
        if (!(items instanceof List<?> list)) {
            throw tooLittle();
        }
        var places = new ArrayList<Place>();
        for (Object item : list) {
            if (item instanceof Map<?, ?> map
                    && map.get("index") instanceof Number index
                    && map.get("item_id") instanceof String id
                    && map.get("text") instanceof String text
                    && map.get("checked") instanceof Boolean checked
                    && index.intValue() >= 0) {
                places.add(new Place(index.intValue(), new ItemContent(id, text, checked)));
            } else {
                throw tooLittle();
            }
        }
        places.sort(Comparator.comparingInt(Place::index));
        return places;
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
