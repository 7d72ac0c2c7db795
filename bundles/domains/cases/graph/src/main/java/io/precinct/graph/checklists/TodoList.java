package io.precinct.graph.checklists;

import io.precinct.cases.api.CaseLists.ItemContent;
import io.precinct.common.digest.Digests;
import io.precinct.graph.api.Checklists.Item;
import io.precinct.graph.api.Checklists.Progress;
import io.precinct.graph.api.Graph.Node;
import io.precinct.graph.markdown.BlockId;
import io.precinct.graph.markdown.Fence;
import io.precinct.graph.markdown.Lines;
import io.precinct.graph.markdown.Outline;
import io.precinct.graph.markdown.Section;
import io.precinct.graph.markdown.UniqueNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A list of a node: its section, the first {@code todo} fence in the section, and the lines of the items in the fence.
 * Each change returns the changed list, with the whole new body of the node, or the same list if nothing changes. Items
 * keep their ids, and lines of the fence that are not items stay. Immutable.
 *
 * @param outline the outline of the node
 * @param section the section whose heading names the list
 * @param fence null if the list has no items
 * @param slots the lines of the items
 */
record TodoList(Outline outline, Section section, @Nullable Fence fence, List<ItemLine> slots) {
    /** The info string of the fence. */
    static final String TODO = "todo";

    private static final int ID_DIGITS = 12;

    /** Returns the list of a section. */
    static TodoList of(Outline outline, Section section) {
        Fence fence = section.fences().stream()
                .filter(f -> f.info().equals(TODO))
                .findFirst()
                .orElse(null);
        var slots = new ArrayList<ItemLine>();
        for (int line = fence == null ? 0 : fence.first(); fence != null && line < fence.end(); line++) {
            ItemLine slot = ItemLine.of(outline.lines(), line);
            if (slot != null) {
                slots.add(slot);
            }
        }
        return new TodoList(outline, section, fence, List.copyOf(slots));
    }

    String name() {
        return section.name();
    }

    String slug() {
        return section.slug();
    }

    /** Returns the text of the section, with its heading. */
    String text() {
        Lines lines = outline.lines();
        return lines.text().substring(lines.start(section.line()), lines.start(section.end()));
    }

    String body() {
        return outline.lines().text();
    }

    /** Whether some items are indented further than others. */
    boolean nested() {
        return slots.stream().mapToInt(ItemLine::column).distinct().count() > 1;
    }

    List<Item> items() {
        List<String> ids = ids();
        var items = new ArrayList<Item>(slots.size());
        for (ItemLine slot : slots) {
            items.add(new Item(items.size(), ids.get(items.size()), slot.text(), slot.checked()));
        }
        return List.copyOf(items);
    }

    /** Returns the ids of the items in order; all are different. */
    private List<String> ids() {
        return UniqueNames.of(texts(), writtenIds(), TodoList::derivedId);
    }

    private List<String> texts() {
        return slots.stream().map(ItemLine::text).toList();
    }

    private List<@Nullable String> writtenIds() {
        var written = new ArrayList<@Nullable String>(slots.size());
        slots.forEach(slot -> written.add(slot.id()));
        return written;
    }

    /**
     * Derives the id of an item that has no written id from its text and rank, the only stable data that the node
     * contains.
     */
    private static String derivedId(String text, int rank) {
        return "item-" + Digests.sha256Hex(rank + "\n" + text).substring(0, ID_DIGITS);
    }

    /** Returns the id to write after a new item; null if the id derived from its text is unique and lasting. */
    private @Nullable String idOfNew(String text) {
        List<String> ids = ids();
        boolean own = ItemLine.plain(text)
                && !ids.contains(derivedId(text, 0))
                && slots.stream().noneMatch(slot -> slot.text().equals(text));
        if (own) {
            return null;
        }
        String fresh = freshId();
        while (ids.contains(fresh)) {
            fresh = freshId();
        }
        return fresh;
    }

    private static String freshId() {
        return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong(), ID_DIGITS);
    }

    /**
     * Returns the list of this section in a new body. Every item keeps its id: the id is written after an item whose
     * derived id would otherwise change, for example because an item with equal text was removed.
     *
     * @param body the new body of the node, with the same sections
     * @param kept the ids of the items in order; null for a new item
     */
    // @req:checklist-item-id
    private TodoList then(String body, List<? extends @Nullable String> kept) {
        TodoList after = in(body);
        if (kept.isEmpty()) {
            // the fence may be gone, and then another fence of the section could be mistaken for the list
            return after;
        }
        List<@Nullable String> there = after.writtenIds();
        List<@Nullable String> written = UniqueNames.keeping(kept, after.texts(), there, TodoList::derivedId);
        if (written.equals(there)) {
            return after;
        }
        var text = new StringBuilder(body);
        for (int i = written.size() - 1; i >= 0; i--) {
            ItemLine slot = after.slots.get(i);
            String id = written.get(i);
            if (id != null && !id.equals(slot.id())) {
                text.replace(slot.from(), after.outline.lines().end(slot.line()), after.told(slot, slot.text(), id));
            }
        }
        return in(text.toString());
    }

    private TodoList in(String body) {
        Outline changed = Outline.of(body);
        return of(changed, changed.sections().get(outline.sections().indexOf(section)));
    }

    /** Returns the part of an item line that follows the box. */
    private String told(ItemLine slot, String text, String id) {
        return (body().charAt(slot.from() - 1) == ']' ? " " : "") + BlockId.line(text, id);
    }

    Progress progress(Node node) {
        int completed = (int) slots.stream().filter(ItemLine::checked).count();
        return new Progress(
                name(),
                slug(),
                node.slug() + ":" + ListGroup.SLUG + "." + slug() + "." + TODO,
                slots.size(),
                completed,
                slots.isEmpty() ? 0 : (int) (100L * completed / slots.size()),
                node.updatedAt());
    }

    /** Checks or clears these boxes; a box that has the wanted state already keeps its letter. */
    TodoList checked(List<ItemLine> chosen, boolean checked) {
        if (chosen.stream().allMatch(slot -> slot.checked() == checked)) {
            return this;
        }
        var body = new StringBuilder(body());
        for (ItemLine slot : chosen) {
            if (slot.checked() != checked) {
                body.setCharAt(slot.box(), checked ? 'x' : ' ');
            }
        }
        return then(body.toString(), ids());
    }

    /**
     * Changes the text of the item at this index and writes its id after it, because the new text no longer yields the
     * id.
     */
    TodoList retold(int index, String text) {
        ItemLine slot = slots.get(index);
        if (slot.text().equals(text)) {
            return this;
        }
        List<String> ids = ids();
        int end = outline.lines().end(slot.line());
        return then(TextEdits.replace(body(), slot.from(), end, told(slot, text, ids.get(index))), ids);
    }

    /** Inserts a new item before the item at {@code position}, or after the last item. */
    TodoList with(int position, String text) {
        var kept = new ArrayList<@Nullable String>(ids());
        kept.add(position, null);
        return then(bodyWith(position, BlockId.line(text, idOfNew(text))), kept);
    }

    private String bodyWith(int position, String text) {
        Fence present = fence;
        if (present == null) {
            return fences().with(line("", false, text));
        }
        Lines lines = outline.lines();
        String indent = slots.isEmpty()
                ? present.indent()
                : slots.get(Math.min(position, slots.size() - 1)).indent();
        String item = line(indent, false, text);
        if (position < slots.size()) {
            int at = lines.start(slots.get(position).line());
            return TextEdits.replace(body(), at, at, item + lines.ending());
        }
        int before = slots.isEmpty() ? present.end() - 1 : slots.getLast().line();
        int at = lines.end(before);
        return TextEdits.replace(body(), at, at, lines.ending() + item);
    }

    private FenceEdits fences() {
        return new FenceEdits(outline, section);
    }

    private static String line(String indent, boolean checked, String text) {
        return indent + "- [" + (checked ? 'x' : ' ') + "] " + text;
    }

    /**
     * Removes these items, and also the fence if it becomes empty and the surrounding text allows that. Items below a
     * removed one move up one level.
     */
    TodoList without(List<ItemLine> chosen) {
        if (chosen.isEmpty()) {
            return this;
        }
        List<String> ids = ids();
        var kept = new ArrayList<String>(ids.size());
        Set<ItemLine> gone = Set.copyOf(chosen);
        for (int i = 0; i < ids.size(); i++) {
            if (!gone.contains(slots.get(i))) {
                kept.add(ids.get(i));
            }
        }
        return then(bodyWithout(chosen), kept);
    }

    private String bodyWithout(List<ItemLine> chosen) {
        Lines lines = outline.lines();
        var body = new StringBuilder(body());
        var kept = Nesting.without(slots, Set.copyOf(chosen));
        int next = kept.size() - 1;
        for (ItemLine slot : slots.reversed()) {
            if (next >= 0 && kept.get(next).slot() == slot) {
                indent(body, kept.get(next--));
            } else if (lines.ended(slot.line())) {
                body.delete(lines.start(slot.line()), Math.min(body.length(), lines.after(slot.line())));
            } else {
                body.setLength(lines.end(slot.line() - 1));
            }
        }
        String text = body.toString();
        Fence present = fence;
        return present != null && chosen.size() == fences().content(present) ? fences().without(present, text) : text;
    }

    /** Gives the line of an item its indentation; nothing before the line has changed yet. */
    private void indent(StringBuilder body, Nesting.Placed item) {
        int start = outline.lines().start(item.slot().line());
        body.replace(start, start + item.slot().indent().length(), item.indent());
    }

    /**
     * Moves the item at {@code from}, with the items below it, so that its index becomes {@code to} or the last one that
     * is possible.
     */
    TodoList moved(int from, int to) {
        List<Nesting.Placed> placed = from == to ? List.of() : Nesting.moved(slots, from, to);
        List<ItemLine> order = placed.stream().map(Nesting.Placed::slot).toList();
        if (from == to || order.equals(slots)) {
            return this;
        }
        var named = new HashMap<ItemLine, String>();
        List<String> ids = ids();
        for (int i = 0; i < ids.size(); i++) {
            named.put(slots.get(i), ids.get(i));
        }
        return then(bodyWith(placed), order.stream().map(named::get).toList());
    }

    private String bodyWith(List<Nesting.Placed> placed) {
        Lines lines = outline.lines();
        var body = new StringBuilder(body());
        for (int i = slots.size() - 1; i >= 0; i--) {
            ItemLine slot = slots.get(i);
            Nesting.Placed item = placed.get(i);
            String line = lines.line(item.slot().line());
            body.replace(
                    lines.start(slot.line()),
                    lines.end(slot.line()),
                    item.indent() + line.substring(item.slot().indent().length()));
        }
        return body.toString();
    }

    /**
     * Makes these the items of the list, in this order. Existing items keep their lines as far as they are unchanged;
     * other lines of the fence stay in place.
     *
     * @param items items with unique ids
     */
    TodoList holding(List<ItemContent> items) {
        Set<String> wanted = items.stream().map(ItemContent::itemId).collect(Collectors.toSet());
        TodoList kept = this;
        // if all items of the fence are gone, the next todo fence of the section may become the list
        for (List<ItemLine> gone = others(wanted); !gone.isEmpty(); gone = kept.others(wanted)) {
            kept = kept.without(gone);
        }
        return items.isEmpty() ? kept : kept.arranged(items);
    }

    private List<ItemLine> others(Set<String> wanted) {
        List<String> ids = ids();
        return IntStream.range(0, ids.size())
                .filter(i -> !wanted.contains(ids.get(i)))
                .mapToObj(slots::get)
                .toList();
    }

    /** Arranges these items around the existing items, all of which stay. */
    private TodoList arranged(List<ItemContent> items) {
        List<String> ids = ids();
        var there = new HashMap<String, ItemLine>();
        for (int i = 0; i < ids.size(); i++) {
            there.put(ids.get(i), slots.get(i));
        }
        // for each existing item line, the lines that replace it
        var places = new ArrayList<List<String>>(slots.size());
        var next = new ArrayList<String>();
        for (ItemContent item : items) {
            ItemLine slot = there.get(item.itemId());
            next.add(line(slot, item));
            if (slot != null) {
                places.add(List.copyOf(next));
                next.clear();
            }
        }
        String body = places.isEmpty() ? bodyWithFirst(next) : bodyWith(places, next);
        return then(body, items.stream().map(ItemContent::itemId).toList());
    }

    private String line(@Nullable ItemLine slot, ItemContent item) {
        if (slot == null) {
            String indent = !slots.isEmpty() ? slots.getLast().indent() : fence == null ? "" : fence.indent();
            String id = ItemLine.plain(item.text()) ? null : item.itemId();
            return line(indent, item.checked(), BlockId.line(item.text(), id));
        }
        boolean same = slot.text().equals(item.text()) && slot.checked() == item.checked();
        String id = slot.id() == null && !ItemLine.plain(item.text()) ? item.itemId() : slot.id();
        return same
                ? outline.lines().line(slot.line())
                : rewritten(slot, item.checked(), BlockId.line(item.text(), id));
    }

    /** Returns the line of an item with another box and text; what stands around the box stays. */
    private String rewritten(ItemLine slot, boolean checked, String text) {
        int start = outline.lines().start(slot.line());
        String before = body().substring(start, slot.from());
        String box = slot.checked() == checked
                ? before
                : TextEdits.replace(before, slot.box() - start, slot.box() - start + 1, checked ? "x" : " ");
        return box + (box.endsWith("]") ? " " : "") + text;
    }

    private String bodyWithFirst(List<String> items) {
        Lines lines = outline.lines();
        Fence present = fence;
        String text = String.join(lines.ending(), items);
        if (present == null) {
            return fences().with(text);
        }
        int at = lines.end(present.end() - 1);
        return TextEdits.replace(body(), at, at, lines.ending() + text);
    }

    private String bodyWith(List<List<String>> places, List<String> last) {
        Lines lines = outline.lines();
        String eol = lines.ending();
        var body = new StringBuilder(body());
        int end = lines.end(slots.getLast().line());
        last.reversed().forEach(line -> body.insert(end, eol + line));
        for (int i = slots.size() - 1; i >= 0; i--) {
            int line = slots.get(i).line();
            body.replace(lines.start(line), lines.end(line), String.join(eol, places.get(i)));
        }
        return body.toString();
    }
}
