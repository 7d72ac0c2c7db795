package io.precinct.source.endpoints.page;

/**
 * A document as people read it.
 *
 * @param path of its file
 * @param markup its content; the renderer has escaped what is data
 */
public record Prose(String path, String markup) {}
