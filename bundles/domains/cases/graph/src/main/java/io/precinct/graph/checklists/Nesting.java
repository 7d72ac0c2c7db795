package io.precinct.graph.checklists;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The items of a list with their indentation. The items below an item are those that follow it and are indented further,
 * up to the first that is not. Not thread-safe.
 */
// @req:checklist-item-id
final class Nesting {
    /**
     * An item with its indentation after a change.
     *
     * @param column the column of the dash
     */
    record Placed(ItemLine slot, String indent, int column) {
        private static Placed of(ItemLine slot) {
            return new Placed(slot, slot.indent(), slot.column());
        }

        /** Returns the item, moved as far as an item above it that moves from one place to another. */
        private Placed shifted(Placed from, Placed to) {
            if (indent.startsWith(from.indent)) {
                String shifted = to.indent + indent.substring(from.indent.length());
                return new Placed(slot, shifted, ItemLine.column(shifted));
            }
            int columns = Math.max(0, column - from.column + to.column);
            return new Placed(slot, " ".repeat(columns), columns);
        }

        private Placed at(Placed other) {
            return new Placed(slot, other.indent, other.column);
        }
    }

    private final List<Placed> items = new ArrayList<>();

    private Nesting(List<ItemLine> slots) {
        slots.forEach(slot -> items.add(Placed.of(slot)));
    }

    /** Returns the items without some of them; what is below a removed item moves up one level. */
    static List<Placed> without(List<ItemLine> slots, Set<ItemLine> gone) {
        var nesting = new Nesting(slots);
        for (int i = slots.size() - 1; i >= 0; i--) {
            if (gone.contains(slots.get(i))) {
                nesting.remove(i);
            }
        }
        return nesting.items;
    }

    /**
     * Returns the items after a move. An item takes those below it along. It stays at its level if there is such a level
     * at its new place; otherwise it takes the level of the item before or after it.
     *
     * @param to the new index of the item; the last possible one if too few items are left before it
     */
    static List<Placed> moved(List<ItemLine> slots, int from, int to) {
        var nesting = new Nesting(slots);
        List<Placed> block = nesting.items.subList(from, nesting.end(from));
        List<Placed> moving = List.copyOf(block);
        block.clear();
        nesting.insert(Math.min(to, nesting.items.size()), moving);
        return nesting.items;
    }

    /** Returns the index after the last item below the one at {@code index}. */
    private int end(int index) {
        int column = items.get(index).column;
        int end = index + 1;
        while (end < items.size() && items.get(end).column > column) {
            end++;
        }
        return end;
    }

    private void remove(int index) {
        Placed removed = items.get(index);
        int end = end(index);
        for (int child = index + 1; child < end; ) {
            int next = end(child);
            place(child, next, items.get(child).at(removed));
            child = next;
        }
        items.remove(index);
    }

    private void insert(int index, List<Placed> block) {
        Placed first = block.getFirst();
        Placed before = index == 0 ? null : items.get(index - 1);
        Placed after = index == items.size() ? null : items.get(index);
        items.addAll(index, block);
        place(index, index + block.size(), level(first, before, after));
    }

    /** Returns an item at the level that it has between two others. */
    private static Placed level(Placed item, @Nullable Placed before, @Nullable Placed after) {
        // above the next item it would take that along, and below the one before it would belong to that
        if (after != null && (item.column < after.column || before == null)) {
            return item.at(after);
        }
        return before != null && item.column > before.column
                ? item.at(after != null && after.column > before.column ? after : before)
                : item;
    }

    /** Places the first of these items, and shifts the others with it. */
    private void place(int from, int to, Placed first) {
        Placed was = items.get(from);
        items.set(from, first);
        for (int i = from + 1; i < to; i++) {
            items.set(i, items.get(i).shifted(was, first));
        }
    }
}
