package io.precinct.source.api;

/** A declaration. */
public record Symbol(Item item) {}
