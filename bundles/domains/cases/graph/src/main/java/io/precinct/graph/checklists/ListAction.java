package io.precinct.graph.checklists;

import io.precinct.api.data.Data;
import io.precinct.rest.api.Refusal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An action on a list. */
sealed interface ListAction {
    /** Returns the list after the action; the same list if nothing changes. */
    TodoList on(TodoList list);

    /** Returns the items unchanged. */
    record Show() implements ListAction {
        @Override
        public TodoList on(TodoList list) {
            return list;
        }
    }

    /**
     * Adds an unchecked item.
     *
     * @param position the index of the new item, or null to append it
     */
    record Add(String text, @Nullable Integer position) implements ListAction {
        @Override
        public TodoList on(TodoList list) {
            int size = list.slots().size();
            if (position != null && position > size) {
                throw outside("position", size);
            }
            return list.with(position == null ? size : position, text);
        }
    }

    /**
     * Checks or clears a box.
     *
     * @param checked the new state, or null to toggle it
     */
    record Check(Item item, @Nullable Boolean checked) implements ListAction {
        @Override
        public TodoList on(TodoList list) {
            ItemLine slot = list.slots().get(item.in(list));
            return list.checked(List.of(slot), checked == null ? !slot.checked() : checked);
        }
    }

    /** Removes an item. */
    record Remove(Item item) implements ListAction {
        @Override
        public TodoList on(TodoList list) {
            return list.without(List.of(list.slots().get(item.in(list))));
        }
    }

    /** Gives an item another text. */
    record Update(Item item, String text) implements ListAction {
        @Override
        public TodoList on(TodoList list) {
            return list.retold(item.in(list), text);
        }
    }

    /** Moves an item so that its index becomes {@code to}. */
    record Move(Item item, int to) implements ListAction {
        @Override
        public TodoList on(TodoList list) {
            return list.moved(item.in(list), new Item.At("to", to).in(list));
        }
    }

    /** Checks every box. */
    record CheckAll() implements ListAction {
        @Override
        public TodoList on(TodoList list) {
            return list.checked(list.slots(), true);
        }
    }

    /** Removes all checked items. */
    record ClearCompleted() implements ListAction {
        @Override
        public TodoList on(TodoList list) {
            return list.without(list.slots().stream().filter(ItemLine::checked).toList());
        }
    }

    /** Selects an item. */
    sealed interface Item {
        /**
         * Returns the index of the item.
         *
         * @throws Refusal if the list has no such item
         */
        int in(TodoList list);

        /**
         * Selects the item at an index.
         *
         * @param param the name of the parameter that contained the index
         * @param index zero-based
         */
        record At(String param, int index) implements Item {
            @Override
            public int in(TodoList list) {
                if (index >= list.slots().size()) {
                    throw outside(param, list.slots().size() - 1);
                }
                return index;
            }
        }

        /** Selects the item with an id. */
        record Named(String id) implements Item {
            @Override
            public int in(TodoList list) {
                for (var item : list.items()) {
                    if (item.itemId().equals(id)) {
                        return item.index();
                    }
                }
                throw Refusal.notFound("item", id);
            }
        }
    }

    private static Refusal outside(String param, int last) {
        String pointer = "/params/" + param;
        return last < 0
                ? Refusal.invalid(pointer, "bounds", param + " names an item, and the list has none", null)
                : Refusal.invalid(pointer, "bounds", param + " is 0 to " + last, Data.map("gte", 0, "lte", last));
    }
}
