package io.precinct.configuration.compare;

/**
 * Something that a selector found.
 *
 * @param label names it among the others: {@code a/app.yaml}, {@code src/A.java#A/run}
 * @param path of its file
 * @param content a text, or plain data
 */
record Piece(String label, String path, Object content) {}
