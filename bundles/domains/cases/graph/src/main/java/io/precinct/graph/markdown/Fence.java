package io.precinct.graph.markdown;

/**
 * A fenced code block that stands in no other block.
 *
 * @param info first word of its info string, or empty
 * @param open its opening line
 * @param end the line after its content: the closing one, or the number of lines if it is not closed
 * @param closed whether there is a closing line
 * @param indent what stands before the opening fence: up to three spaces
 * @param marker the fence itself, say {@code ```}
 */
public record Fence(String info, int open, int end, boolean closed, String indent, String marker) {
    /** First line of the content. */
    public int first() {
        return open + 1;
    }

    /** The line after the whole fence. */
    public int next() {
        return closed ? end + 1 : end;
    }

    /** The content as it stands there, without the line ending before the closing fence. */
    public String content(Lines lines) {
        return first() >= end ? "" : lines.text().substring(lines.start(first()), lines.end(end - 1));
    }
}
