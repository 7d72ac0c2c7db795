package io.precinct.source.api;

/**
 * An identifier in code, outside of strings and comments.
 *
 * @param item the identifier, with the container that it stands in and no kind
 * @param declaration whether it is the name of a declaration
 * @since 1.5
 */
public record Reference(Item item, boolean declaration) {}
