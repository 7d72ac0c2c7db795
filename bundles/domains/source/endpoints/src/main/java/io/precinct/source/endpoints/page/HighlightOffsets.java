package io.precinct.source.endpoints.page;

import io.precinct.source.api.View.Highlight;
import java.util.List;

/**
 * Where the highlighted pieces of a text begin and end, in characters instead of bytes. Converted in one pass over the
 * text: a piece may be as long as the file and stand on each of its lines. Immutable.
 */
final class HighlightOffsets {
    private final List<Highlight> highlights;
    private final int[] bounds;

    /** @param highlights in order and not overlapping */
    HighlightOffsets(CharSequence text, List<Highlight> highlights) {
        this.highlights = highlights;
        this.bounds = new int[2 * highlights.size()];
        int at = 0;
        int bytes = 0;
        for (int i = 0; i < bounds.length; i++) {
            Highlight highlight = highlights.get(i / 2);
            int bound = i % 2 == 0 ? highlight.from() : highlight.to();
            while (bytes < bound && at < text.length()) {
                char c = text.charAt(at);
                boolean pair = Character.isHighSurrogate(c) && at + 1 < text.length();
                bytes += pair ? 4 : c < 0x80 ? 1 : c < 0x800 ? 2 : 3;
                at += pair ? 2 : 1;
            }
            bounds[i] = at;
        }
    }

    int count() {
        return highlights.size();
    }

    int start(int number) {
        return bounds[2 * number];
    }

    int end(int number) {
        return bounds[2 * number + 1];
    }

    /** The name of its capture. */
    String name(int number) {
        return highlights.get(number).name();
    }
}
