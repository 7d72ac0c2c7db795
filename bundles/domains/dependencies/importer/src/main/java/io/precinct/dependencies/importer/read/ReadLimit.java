package io.precinct.dependencies.importer.read;

/**
 * Limits the values read from one file, since references can expand a file to far more than its text. Not thread-safe.
 */
final class ReadLimit {
    private static final int MOST = 200_000;

    private int values;

    /** Counts a value. */
    void count() throws BadFile {
        if (++values > MOST) {
            throw new BadFile(0, "it has more than " + MOST + " values");
        }
    }
}
