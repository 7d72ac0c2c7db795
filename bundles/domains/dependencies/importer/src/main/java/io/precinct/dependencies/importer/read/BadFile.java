package io.precinct.dependencies.importer.read;

/** Thrown if a file does not have the format that its name indicates. */
final class BadFile extends Exception {
    private static final long serialVersionUID = 1L;
    private static final int LONGEST = 300;

    private final int line;

    BadFile(int line, String message) {
        super(message.length() <= LONGEST ? message : message.substring(0, LONGEST) + "…", null, false, false);
        this.line = line;
    }

    /** Returns the line of the fault, from 1; 0 if the fault concerns no particular line. */
    int line() {
        return line;
    }
}
