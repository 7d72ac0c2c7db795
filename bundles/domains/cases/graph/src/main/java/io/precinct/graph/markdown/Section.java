package io.precinct.graph.markdown;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A heading that stands in no other block, and what belongs to it.
 *
 * @param level 1 to 6
 * @param name text of the heading as it is written, without its markers and its block id
 * @param mark the block id of the heading, if it is a slug, or null
 * @param slug the name in addresses, which no other section of the same parent has; empty if there is no mark, and the
 *     name has neither letter nor digit
 * @param parent index of the section around it, or -1
 * @param line first line of the heading
 * @param body the line after the heading
 * @param end the line after its subsections: the next heading of its level or above
 * @param fences in its own content
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
