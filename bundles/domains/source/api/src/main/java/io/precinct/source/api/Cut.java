package io.precinct.source.api;

/**
 * The piece of a text that is shown in place of all of it, because the text is too long for an answer.
 *
 * @param start of the piece
 * @param end behind the piece
 * @param before how many bytes of the text, in UTF-8, are left out before the piece
 * @param after how many bytes are left out after the piece
 * @since 1.7
 */
public record Cut(Position start, Position end, int before, int after) {}
