package io.precinct.graph.markdown;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A heading that is not inside another block, and the content that belongs to it.
 *
 * @param level 1 to 6
 * @param name the text of the heading as written, without its markers and its block id
 * @param mark the block id of the heading, if it is a slug, or null
 * @param slug the name in addresses, unique among the sections of the same parent; empty if there is no mark and the
 *     name has neither letter nor digit
 * @param parent index of the enclosing section, or -1
 * @param line first line of the heading
 * @param body the line after the heading
 * @param end the line after the subsections: the next heading of the same or a higher level
 * @param fences the fences in its own content, without subsections
 */
public record Section(
        int level,
        String name,
        @Nullable String mark,
        String slug,
        int parent,
        int line,
        int body,
        int end,
        List<Fence> fences) {
    public Section {
        fences = List.copyOf(fences);
    }
}
