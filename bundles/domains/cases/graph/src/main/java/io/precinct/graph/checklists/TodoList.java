package io.precinct.graph.checklists;

import io.precinct.common.digest.Digests;
import io.precinct.graph.api.Checklists.Item;
import io.precinct.graph.api.Checklists.Progress;
import io.precinct.graph.api.Graph.Node;
import io.precinct.graph.markdown.Fence;
import io.precinct.graph.markdown.Lines;
import io.precinct.graph.markdown.Outline;
import io.precinct.graph.markdown.Section;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A list of a node: its section, the first {@code todo} fence in it, and the lines of the items in that. Each change
 * answers with the whole body of the node after it; lines of the fence that are no items stay, too. Immutable.
 *
 * @param outline of the node
 * @param section whose heading names the list
 * @param fence null if the list has no items
 * @param slots the lines of the items
 */
record TodoList(Outline outline, Section section, @Nullable Fence fence, List<ItemLine> slots) {
    /** Info string of the fence. */
    static final String TODO = "todo";

    private static final int ID_DIGITS = 12;

    /** The list of a section. */
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

    String body() {
        return outline.lines().text();
    }

    List<Item> items() {
        var ranks = new HashMap<String, Integer>();
        var items = new ArrayList<Item>(slots.size());
        for (ItemLine slot : slots) {
            int rank = ranks.merge(slot.text(), 1, Integer::sum) - 1;
            items.add(new Item(items.size(), itemId(slot.text(), rank), slot.text(), slot.checked()));
        }
        return List.copyOf(items);
    }

    /**
     * The id of the item with this text that has {@code rank} equal ones before it. It is computed, not stored: a node is
     * nothing but its text.
     */
    private static String itemId(String text, int rank) {
        return "item-" + Digests.sha256Hex(rank + "\n" + text).substring(0, ID_DIGITS);
    }

    Progress progress(Node node) {
        int completed = (int) slots.stream().filter(ItemLine::checked).count();
        return new Progress(
                name(),
                section.slug(),
                node.slug() + ":" + ListGroup.SLUG + "." + section.slug() + "." + TODO,
                slots.size(),
                completed,
                slots.isEmpty() ? 0 : (int) (100L * completed / slots.size()),
                node.updatedAt());
    }

    /** With these boxes checked or cleared; a box that is so already keeps its letter. */
    String checked(List<ItemLine> chosen, boolean checked) {
        var body = new StringBuilder(body());
        for (ItemLine slot : chosen) {
            if (slot.checked() != checked) {
                body.setCharAt(slot.box(), checked ? 'x' : ' ');
            }
        }
        return body.toString();
    }

    /** With another text of an item. */
    String retold(ItemLine slot, String text) {
        int end = outline.lines().end(slot.line());
        return TextEdits.replace(body(), slot.from(), end, body().charAt(slot.from() - 1) == ']' ? " " + text : text);
    }

    /** With a further item before the one at {@code position}, or after the last. */
    String with(int position, String text) {
        Fence present = fence;
        if (present == null) {
            return withFence(text);
        }
        Lines lines = outline.lines();
        String indent = slots.isEmpty()
                ? present.indent()
                : slots.get(Math.min(position, slots.size() - 1)).indent();
        String item = indent + "- [ ] " + text;
        if (position < slots.size()) {
            int at = lines.start(slots.get(position).line());
            return TextEdits.replace(body(), at, at, item + lines.ending());
        }
        int before = slots.isEmpty() ? present.end() - 1 : slots.getLast().line();
        int at = lines.end(before);
        return TextEdits.replace(body(), at, at, lines.ending() + item);
    }

    /** The first item brings its fence along, right below the heading: there no other block can be open. */
    private String withFence(String text) {
        Lines lines = outline.lines();
        String eol = lines.ending();
        String block = "```" + TODO + eol + "- [ ] " + text + eol + "```";
        int below = section.body();
        boolean spaced = below < lines.count() && lines.blank(below);
        int before = spaced ? below : below - 1;
        boolean more = before + 1 < lines.count() && !lines.blank(before + 1);
        String separated = (spaced ? "" : eol) + block;
        int at = lines.after(before);
        String inserted = lines.ended(before) ? separated + eol + (more ? eol : "") : eol + separated;
        var fences = new ArrayList<>(List.of(TODO));
        section.fences().forEach(f -> fences.add(f.info()));
        return TextEdits.verified(signature(fences), TextEdits.replace(body(), at, at, inserted));
    }

    /** The structure of the node with other fences in this section. */
    private List<String> signature(List<String> fences) {
        var signature = new ArrayList<>(outline.signature());
        signature.set(outline.sections().indexOf(section), Outline.signature(section.level(), section.name(), fences));
        return signature;
    }

    /** Without these items; without the fence, too, if nothing is left in it and the surrounding text allows that. */
    String without(List<ItemLine> chosen) {
        Lines lines = outline.lines();
        var body = new StringBuilder(body());
        for (ItemLine slot : chosen.reversed()) {
            if (lines.ended(slot.line())) {
                body.delete(lines.start(slot.line()), Math.min(body.length(), lines.after(slot.line())));
            } else {
                body.setLength(lines.end(slot.line() - 1));
            }
        }
        String kept = body.toString();
        Fence present = fence;
        return present != null && !chosen.isEmpty() && chosen.size() == content(present)
                ? withoutFence(present, kept)
                : kept;
    }

    private long content(Fence present) {
        int lines = 0;
        for (int line = present.first(); line < present.end(); line++) {
            lines += outline.lines().blank(line) ? 0 : 1;
        }
        return lines;
    }

    private String withoutFence(Fence present, String otherwise) {
        Lines lines = outline.lines();
        var fences = new ArrayList<>(section.fences().stream().map(Fence::info).toList());
        fences.remove(TODO);
        List<String> signature = signature(fences);
        int from = lines.start(present.open());
        int to = lines.start(present.next());
        String gone = TextEdits.replace(body(), from, to, "");
        if (Outline.of(gone).signature().equals(signature) && apart(present)) {
            return gone;
        }
        String blank = TextEdits.replace(body(), from, to, lines.ending());
        return Outline.of(blank).signature().equals(signature) ? blank : otherwise;
    }

    /** Whether the text before and after the fence stays separate without it. */
    private boolean apart(Fence present) {
        Lines lines = outline.lines();
        return present.open() == section.body() || lines.blank(present.open() - 1) || lines.blank(present.next());
    }

    /** With the item at {@code from} taken out and put in so that it is at {@code to}. */
    String moved(int from, int to) {
        Lines lines = outline.lines();
        var order = new ArrayList<>(slots);
        order.add(to, order.remove(from));
        var body = new StringBuilder(body());
        for (int i = Math.max(from, to); i >= Math.min(from, to); i--) {
            ItemLine slot = slots.get(i);
            body.replace(
                    lines.start(slot.line()),
                    lines.end(slot.line()),
                    lines.line(order.get(i).line()));
        }
        return body.toString();
    }
}
