package io.precinct.source.api;

/**
 * A place in a file.
 *
 * @param line from 1
 * @param row from 0
 * @param column from 0, in the requested encoding
 * @param offset in bytes from the beginning of the file
 */
public record Position(int line, int row, int column, int offset) {}
