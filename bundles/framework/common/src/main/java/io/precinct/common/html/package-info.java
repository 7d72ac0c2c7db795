/** HTML pages: escaped text, the head of a document and the style that all pages share. */
@NullMarked
package io.precinct.common.html;

import org.jspecify.annotations.NullMarked;
