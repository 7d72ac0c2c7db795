package io.precinct.api.data;

/** A text that is not JSON, or that readers may interpret differently; the message names the place. */
public final class MalformedJson extends Exception {
    private static final long serialVersionUID = 1L;

    private final int line;
    private final int column;

    MalformedJson(String fault, int line, int column) {
        super("line " + line + ", column " + column + ": " + fault, null, false, false);
        this.line = line;
        this.column = column;
    }

    /** The line of the fault, from 1. */
    public int line() {
        return line;
    }

    /** The column of the fault in characters, from 1. */
    public int column() {
        return column;
    }
}
