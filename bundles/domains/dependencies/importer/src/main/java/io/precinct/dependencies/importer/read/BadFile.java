package io.precinct.dependencies.importer.read;

/** A file that cannot be read as what its name says. */
final class BadFile extends Exception {
    private static final long serialVersionUID = 1L;
    private static final int LONGEST = 300;

    private final int line;

    BadFile(int line, String message) {
        super(message.length() <= LONGEST ? message : message.substring(0, LONGEST) + "…", null, false, false);
        this.line = line;
    }

    /** The line of the fault, from 1; 0 if it is none of a line. */
    int line() {
        return line;
    }
}
