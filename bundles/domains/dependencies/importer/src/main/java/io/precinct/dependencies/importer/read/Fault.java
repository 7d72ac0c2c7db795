package io.precinct.dependencies.importer.read;

/**
 * What is wrong with a file.
 *
 * @param path of the file
 * @param line from 1; 0 if the file as a whole is meant
 * @param message for people, without anything secret
 * @param unreadable whether nothing is known of what the file says, so that it keeps what it said before
 */
public record Fault(String path, int line, String message, boolean unreadable) {}
