package io.precinct.dependencies.importer.read;

/** Bounds what is read of a file whose references amount to much more than its text. Not thread-safe. */
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
