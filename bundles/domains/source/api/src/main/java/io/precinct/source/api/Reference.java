package io.precinct.source.api;

/**
 * An identifier in code, outside of strings and comments.
 *
 * @param item the identifier, with its container and without a kind
 * @param declaration whether it is the name of a declaration
 * @since 1.5
 */
public record Reference(Item item, boolean declaration) {}
