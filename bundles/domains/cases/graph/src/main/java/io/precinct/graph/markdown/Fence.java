package io.precinct.graph.markdown;

/**
 * A fenced code block that is not inside another block.
 *
 * @param info first word of the info string, or empty
 * @param open index of the opening line
 * @param end index of the line after the content: the closing line, or the number of lines if the fence is not closed
 * @param closed whether there is a closing line
 * @param indent the white space before the opening fence: up to three spaces
 * @param marker the fence itself, for example {@code ```}
 */
public record Fence(String info, int open, int end, boolean closed, String indent, String marker) {
    /** Returns the index of the first line of the content. */
    public int first() {
        return open + 1;
    }

    /** Returns the index of the line after the whole fence. */
    public int next() {
        return closed ? end + 1 : end;
    }

    /** Returns the content exactly as written, without the line ending before the closing fence. */
    public String content(Lines lines) {
        return first() >= end ? "" : lines.text().substring(lines.start(first()), lines.end(end - 1));
    }
}
