/**
 * What GitHub's Linguist publishes about languages, as data: their names, the files they are written in, and how content
 * tells apart those that share an ending. Independent of which languages can be parsed here.
 */
@NullMarked
package io.precinct.source.linguist;

import org.jspecify.annotations.NullMarked;
