package io.precinct.source.parse;

import io.precinct.treesitter.BadQuery;
import io.precinct.treesitter.Cancelled;

/**
 * Work on one text that may run in another process. It is found there by the name of its class, which is public and has
 * a public constructor without arguments. Without state; its input and result travel as bytes.
 */
public interface Operation {
    /**
     * Does the work.
     *
     * @param utf8 the text
     * @param options from the caller
     * @return bytes for the caller to decode
     * @throws Cancelled if {@link ParserTools#cancelled} returned true
     */
    byte[] run(ParserTools tools, byte[] utf8, byte[] options) throws Cancelled, BadQuery;
}
