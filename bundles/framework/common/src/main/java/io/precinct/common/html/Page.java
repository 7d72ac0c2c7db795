package io.precinct.common.html;

import gg.jte.Content;
import io.precinct.common.html.templates.JtelayoutGenerated;
import org.jspecify.annotations.Nullable;

/**
 * The parts that every page has around its content.
 *
 * @param style its style sheet and policy
 * @param title title of the document
 * @param policyInside whether the document contains its Content-Security-Policy, for pages that are sent without the
 *     header
 * @param place the place of the page in the service, shown beside the name of the product; null for nothing
 * @param aside text at the end of the header; null for nothing
 * @param script address of a module that the page runs and its policy allows; null for none
 */
public record Page(
        StyleSheet style,
        String title,
        boolean policyInside,
        @Nullable Content place,
        @Nullable Content aside,
        @Nullable String script) {
    /** A page that runs no script. */
    public Page(
            StyleSheet style, String title, boolean policyInside, @Nullable Content place, @Nullable Content aside) {
        this(style, title, policyInside, place, aside, null);
    }

    /** Writes the whole document, with this content. */
    public void write(PageWriter page, Content content) {
        JtelayoutGenerated.render(page, null, this, content);
    }
}
