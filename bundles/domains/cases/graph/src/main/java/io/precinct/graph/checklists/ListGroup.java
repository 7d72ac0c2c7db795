package io.precinct.graph.checklists;

import io.precinct.graph.markdown.Fence;
import io.precinct.graph.markdown.Lines;
import io.precinct.graph.markdown.Outline;
import io.precinct.graph.markdown.Section;
import io.precinct.rest.api.Refusal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lists of a node: the sections directly below its section {@code Lists}. Of several with one slug the first counts,
 * as for addresses. Immutable.
 *
 * @param outline of the node
 * @param section {@code Lists}, or null if there is none yet
 */
record ListGroup(Outline outline, @Nullable Section section) {
    /** Name of the group in addresses. */
    static final String SLUG = "lists";

    private static final String HEADING = "Lists";
    private static final int LEVEL = 2;
    private static final int DEEPEST = 6;

    static ListGroup of(String body) {
        Outline outline = Outline.of(body);
        return new ListGroup(outline, outline.find(List.of(SLUG)));
    }

    /** The body of a node that is created for its lists. */
    static String titled(String slug) {
        return "# " + slug + "\n";
    }

    List<TodoList> lists() {
        if (section == null) {
            return List.of();
        }
        var slugs = new HashSet<String>();
        return outline.below(section).stream()
                .filter(s -> !s.slug().isEmpty() && slugs.add(s.slug()))
                .map(s -> TodoList.of(outline, s))
                .toList();
    }

    /** The list of this name or slug, or null. */
    @Nullable
    TodoList list(ListName name) {
        Section found = section == null ? null : outline.find(List.of(SLUG, name.slug()));
        return found == null ? null : TodoList.of(outline, found);
    }

    /** The body of the node with a further, empty list after the others. */
    String with(ListName name) {
        Lines lines = outline.lines();
        String eol = lines.ending();
        Section group = section;
        if (group == null) {
            String text =
                    "#".repeat(LEVEL) + " " + HEADING + eol + eol + "#".repeat(LEVEL + 1) + " " + name.text() + eol;
            List<String> signature = signatureWith(
                    outline.sections().size(),
                    Outline.signature(LEVEL, HEADING, List.of()),
                    Outline.signature(LEVEL + 1, name.text(), List.of()));
            return TextEdits.verified(signature, lines.text() + gap() + text);
        }
        if (group.level() == DEEPEST) {
            throw Refusal.of(
                    409,
                    "node_not_editable",
                    "the heading Lists is of level 6, so no list can stand below it; raise it to level 2");
        }
        int level = group.level() + 1;
        String heading = "#".repeat(level) + " " + name.text() + eol;
        int index = (int)
                outline.sections().stream().filter(s -> s.line() < group.end()).count();
        List<String> signature = signatureWith(index, Outline.signature(level, name.text(), List.of()));
        if (group.end() == lines.count()) {
            return TextEdits.verified(signature, lines.text() + gap() + heading);
        }
        int at = lines.start(group.end());
        String before = lines.blank(group.end() - 1) ? "" : eol;
        return TextEdits.verified(signature, TextEdits.replace(lines.text(), at, at, before + heading + eol));
    }

    private List<String> signatureWith(int index, String... added) {
        var signature = new ArrayList<>(outline.signature());
        signature.addAll(index, List.of(added));
        return signature;
    }

    /** The text between a body and what is appended to it: it ends the last line and the last fence, and adds a blank line. */
    private String gap() {
        Lines lines = outline.lines();
        if (lines.count() == 0) {
            return "";
        }
        String eol = lines.ending();
        int last = lines.count() - 1;
        Fence fence = outline.last();
        String ended = lines.ended(last) ? "" : eol;
        if (fence != null && !fence.closed()) {
            return ended + fence.marker() + eol + eol;
        }
        return ended + (lines.blank(last) && lines.ended(last) ? "" : eol);
    }

    /** The body of the node without a list and what is below its heading. */
    static String without(TodoList list) {
        Outline outline = list.outline();
        Section section = list.section();
        Lines lines = outline.lines();
        int index = outline.sections().indexOf(section);
        int next = index;
        while (next < outline.sections().size() && outline.sections().get(next).line() < section.end()) {
            next++;
        }
        var signature = new ArrayList<>(outline.signature());
        signature.subList(index, next).clear();
        int from = lines.start(section.line());
        int to = lines.start(section.end());
        return TextEdits.verified(
                signature,
                TextEdits.replace(lines.text(), from, to, ""),
                TextEdits.replace(lines.text(), from, to, lines.ending()));
    }
}
