package io.precinct.graph.markdown;

import java.util.List;

/**
 * A heading that stands in no other block, and what belongs to it.
 *
 * @param level 1 to 6
 * @param name text of the heading as it is written, without its markers
 * @param slug the name in addresses; empty if the name has neither letter nor digit
 * @param parent index of the section around it, or -1
 * @param line first line of the heading
 * @param body the line after the heading
 * @param end the line after its subsections: the next heading of its level or above
 * @param fences in its own content
 */
public record Section(
        int level, String name, String slug, int parent, int line, int body, int end, List<Fence> fences) {
    public Section {
        fences = List.copyOf(fences);
    }
}
