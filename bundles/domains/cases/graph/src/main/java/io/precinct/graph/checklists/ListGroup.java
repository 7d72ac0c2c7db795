package io.precinct.graph.checklists;

import io.precinct.graph.markdown.Fence;
import io.precinct.graph.markdown.Lines;
import io.precinct.graph.markdown.Outline;
import io.precinct.graph.markdown.Section;
import io.precinct.graph.markdown.SectionSlug;
import io.precinct.graph.markdown.UniqueNames;
import io.precinct.rest.api.Refusal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The lists of a node: the sections directly below its section {@code Lists}. Each has a unique slug, like sections in
 * addresses; the slug stays the same when other lists are added or removed. Immutable.
 *
 * @param outline the outline of the node
 * @param section the section {@code Lists}, or null if there is none yet
 */
record ListGroup(Outline outline, @Nullable Section section) {
    /** The slug of the section {@code Lists}. */
    static final String SLUG = "lists";

    private static final String HEADING = "Lists";
    private static final int LEVEL = 2;
    private static final int DEEPEST = 6;

    static ListGroup of(String body) {
        Outline outline = Outline.of(body);
        return new ListGroup(outline, outline.find(List.of(SLUG)));
    }

    /** Returns the body of a node that is created for its lists. */
    static String titled(String slug) {
        return "# " + slug + "\n";
    }

    List<TodoList> lists() {
        return sections().stream().map(s -> TodoList.of(outline, s)).toList();
    }

    private List<Section> sections() {
        return section == null
                ? List.of()
                : outline.below(section).stream()
                        .filter(s -> !s.slug().isEmpty())
                        .toList();
    }

    /**
     * Finds a list by slug or else by name; null if there is none. The slug comes first, because it is the name in
     * addresses.
     */
    @Nullable
    TodoList list(ListName name) {
        TodoList found = addressed(name.text());
        if (found == null) {
            found = named(name);
        }
        return found == null ? first(s -> name.alike(s.slug())) : found;
    }

    /** Returns the list with this slug, or null. */
    @Nullable
    TodoList addressed(String slug) {
        return first(s -> s.slug().equals(slug));
    }

    /** Returns the list with this name, or else a list whose name differs only in letter case, or null. */
    @Nullable
    TodoList named(ListName name) {
        TodoList found = first(s -> s.name().equals(name.text()));
        return found == null ? first(s -> name.alike(s.name())) : found;
    }

    private @Nullable TodoList first(Predicate<Section> wanted) {
        return sections().stream()
                .filter(wanted)
                .findFirst()
                .map(s -> TodoList.of(outline, s))
                .orElse(null);
    }

    /** Returns the body of the node with a new, empty list after the others, which keep their slugs. */
    String with(ListName name) {
        return with(name, null);
    }

    /** As {@link #with(ListName)}, with this slug for the new list; null for any slug. */
    String with(ListName name, @Nullable String slug) {
        var kept = new ArrayList<@Nullable String>();
        sections().forEach(s -> kept.add(s.slug()));
        kept.add(slug);
        return keeping(kept, bodyWith(name));
    }

    private String bodyWith(ListName name) {
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

    /**
     * Returns the body of the node with a list that was removed from it.
     *
     * @param text the section of the list
     * @param index the place among the lists; the last one if there are not that many
     * @param slug the slug that the list shall have
     * @throws Refusal 409 {@code node_not_editable}
     */
    String with(String text, int index, String slug) {
        Section group = section;
        if (group == null) {
            throw Refusal.of(409, "node_not_editable", "the node has no section " + HEADING + " any more");
        }
        List<Section> lists = sections();
        int place = Math.clamp(index, 0, lists.size());
        var kept = new ArrayList<@Nullable String>();
        lists.forEach(s -> kept.add(s.slug()));
        kept.add(place, slug);
        int line = place < lists.size() ? lists.get(place).line() : group.end();
        return keepingAll(kept, spliced(line, line, text));
    }

    /**
     * Returns the body of the node with this text in place of a list; the lists keep their slugs.
     *
     * @throws Refusal 409 {@code node_not_editable}
     */
    String replacing(TodoList list, String text) {
        List<String> kept = sections().stream().map(Section::slug).toList();
        return keepingAll(kept, spliced(list.section().line(), list.section().end(), text));
    }

    /** As {@link #keeping}, for a body that may have other lists, because its headings were changed. */
    private static String keepingAll(List<? extends @Nullable String> slugs, String body) {
        if (of(body).sections().size() != slugs.size()) {
            throw Refusal.of(409, "node_not_editable", "the headings of the node do not let the list be put back");
        }
        return keeping(slugs, body);
    }

    /** Returns the body with the sections of a text in place of the sections in a range of lines. */
    private String spliced(int fromLine, int toLine, String text) {
        Lines lines = outline.lines();
        var signature = new ArrayList<String>();
        List<String> present = outline.signature();
        int next = 0;
        for (; next < present.size() && outline.sections().get(next).line() < fromLine; next++) {
            signature.add(present.get(next));
        }
        signature.addAll(Outline.of(text).signature());
        for (; next < present.size(); next++) {
            if (outline.sections().get(next).line() >= toLine) {
                signature.add(present.get(next));
            }
        }
        int from = lines.start(fromLine);
        int to = lines.start(toLine);
        String eol = lines.ending();
        return TextEdits.verified(
                signature,
                TextEdits.replace(lines.text(), from, to, text),
                TextEdits.replace(lines.text(), from, to, text + eol),
                TextEdits.replace(lines.text(), from, to, eol + text),
                TextEdits.replace(lines.text(), from, to, eol + eol + text + eol + eol));
    }

    /**
     * Returns the text between a body and text to append: it ends the last line and an open last fence, and adds a
     * blank line.
     */
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

    /** Returns the body of the node without a list and its content; the others keep their slugs. */
    static String without(TodoList list) {
        List<String> kept = of(list.body()).sections().stream()
                .filter(s -> !s.equals(list.section()))
                .map(Section::slug)
                .toList();
        return keeping(kept, bodyWithout(list));
    }

    /**
     * Returns the body with the slugs that the lists shall have: a heading gets its slug as a mark if it would
     * otherwise have another slug.
     */
    // @req:checklist-slug
    private static String keeping(List<? extends @Nullable String> slugs, String body) {
        ListGroup group = of(body);
        List<Section> sections = group.sections();
        var marks = new ArrayList<@Nullable String>();
        sections.forEach(s -> marks.add(s.mark()));
        List<String> plain =
                sections.stream().map(s -> SectionSlug.of(s.name())).toList();
        List<@Nullable String> after = UniqueNames.keeping(slugs, plain, marks, SectionSlug::ranked);
        var changed = new HashMap<Section, String>();
        for (int i = 0; i < sections.size(); i++) {
            String mark = after.get(i);
            if (mark != null && !mark.equals(marks.get(i))) {
                changed.put(sections.get(i), mark);
            }
        }
        return changed.isEmpty()
                ? body
                : TextEdits.verified(
                        group.outline().signature(), group.outline().marked(changed));
    }

    private static String bodyWithout(TodoList list) {
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
