package io.precinct.source.endpoints.page;

/**
 * A rendered document.
 *
 * @param path of its file
 * @param markup its content; the renderer has escaped all data
 */
public record Prose(String path, String markup) {}
