package io.precinct.configuration.queries.document;

/** A file that cannot be read in the format of its name. */
public final class BadDocument extends Exception {
    private static final long serialVersionUID = 1L;
    private static final int LONGEST = 300;

    private final String reason;
    private final int line;
    private final int column;

    BadDocument(String reason, int line, int column, String message) {
        super(message.length() <= LONGEST ? message : message.substring(0, LONGEST) + "…", null, false, false);
        this.reason = reason;
        this.line = line;
        this.column = column;
    }

    /** For machines: {@code bad_document}, or {@code too_large} if it holds more than is read. */
    public String reason() {
        return reason;
    }

    /** The line of the fault, from 1. */
    public int line() {
        return line;
    }

    /** The column of the fault, from 0, in bytes of UTF-8. */
    public int column() {
        return column;
    }
}
