package io.precinct.graph.checklists;

import io.precinct.graph.markdown.Fence;
import io.precinct.graph.markdown.Lines;
import io.precinct.graph.markdown.Outline;
import io.precinct.graph.markdown.Section;
import java.util.ArrayList;
import java.util.List;

/**
 * Inserts and removes the fence of a list without touching the structure of the node around it. Immutable.
 *
 * @param outline the outline of the node
 * @param section the section whose heading names the list
 */
record FenceEdits(Outline outline, Section section) {
    /** Returns the body with these items in a new fence directly below the heading, where no other block can be open. */
    String with(String items) {
        Lines lines = outline.lines();
        String eol = lines.ending();
        String block = "```" + TodoList.TODO + eol + items + eol + "```";
        int below = section.body();
        boolean spaced = below < lines.count() && lines.blank(below);
        int before = spaced ? below : below - 1;
        boolean more = before + 1 < lines.count() && !lines.blank(before + 1);
        String separated = (spaced ? "" : eol) + block;
        int at = lines.after(before);
        String inserted = lines.ended(before) ? separated + eol + (more ? eol : "") : eol + separated;
        var fences = new ArrayList<>(List.of(TodoList.TODO));
        section.fences().forEach(f -> fences.add(f.info()));
        return TextEdits.verified(signature(fences), TextEdits.replace(lines.text(), at, at, inserted));
    }

    /** Returns the body without a fence, or {@code otherwise} if that would change the text around it. */
    String without(Fence fence, String otherwise) {
        Lines lines = outline.lines();
        var fences = new ArrayList<>(section.fences().stream().map(Fence::info).toList());
        fences.remove(TodoList.TODO);
        List<String> signature = signature(fences);
        int from = lines.start(fence.open());
        int to = lines.start(fence.next());
        String gone = TextEdits.replace(lines.text(), from, to, "");
        if (Outline.of(gone).signature().equals(signature) && isApart(fence)) {
            return gone;
        }
        String blank = TextEdits.replace(lines.text(), from, to, lines.ending());
        return Outline.of(blank).signature().equals(signature) ? blank : otherwise;
    }

    /** Returns the structure of the node with other fences in this section. */
    private List<String> signature(List<String> fences) {
        var signature = new ArrayList<>(outline.signature());
        signature.set(outline.sections().indexOf(section), Outline.signature(section.level(), section.name(), fences));
        return signature;
    }

    /** Whether the text before and after the fence stays separate without the fence. */
    private boolean isApart(Fence fence) {
        Lines lines = outline.lines();
        return fence.open() == section.body() || lines.blank(fence.open() - 1) || lines.blank(fence.next());
    }

    /** Returns how many lines of a fence are not blank. */
    long content(Fence fence) {
        long content = 0;
        for (int line = fence.first(); line < fence.end(); line++) {
            content += outline.lines().blank(line) ? 0 : 1;
        }
        return content;
    }
}
