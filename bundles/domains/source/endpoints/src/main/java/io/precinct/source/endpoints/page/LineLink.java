package io.precinct.source.endpoints.page;

import io.precinct.common.html.PageWriter;

/**
 * Links from the lines of a page to the same line of another one. A fragment never reaches the server, so every line
 * needs its own; only that of the line in the address is shown.
 *
 * @param label what the other page is
 */
record LineLink(PageWriter page, String label) {
    /** Lines of a page up to which each has its links; with more, they would take the place of lines. */
    static final int MOST = 5000;

    /** @param address of the other page, without a fragment */
    void write(String address, int line) {
        page.writeUnsafeContent("<a class=\"to\" href=\"");
        page.text(address, 0, address.length());
        page.writeUnsafeContent("#L" + line + "\" aria-label=\"" + label + "\"></a>");
    }
}
