package io.precinct.dependencies.importer.read;

/**
 * A fault in a file.
 *
 * @param path the path of the file
 * @param line from 1; 0 for the file as a whole
 * @param message text for people, without secrets
 * @param unreadable whether the content of the file is unknown, so that its earlier statements are kept
 */
public record Fault(String path, int line, String message, boolean unreadable) {}
