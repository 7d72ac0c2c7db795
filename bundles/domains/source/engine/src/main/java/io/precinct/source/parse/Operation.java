package io.precinct.source.parse;

import io.precinct.treesitter.BadQuery;
import io.precinct.treesitter.Cancelled;

/**
 * Work on one text that may be done in another process: it is found there by the name of its class, which is public and has
 * a public constructor without arguments. Without state; what it needs and finds travels as bytes.
 */
public interface Operation {
    /**
     * Does the work.
     *
     * @param utf8 the text
     * @param options what the caller gave
     * @return what the caller decodes
     * @throws Cancelled where {@link ParserTools#cancelled} said so
     */
    byte[] run(ParserTools tools, byte[] utf8, byte[] options) throws Cancelled, BadQuery;
}
