package io.precinct.dependencies.picture;

import io.precinct.common.html.HtmlBuilder;

/**
 * A part of the graph, drawn. Immutable.
 *
 * @param digest of what is drawn; equal pictures have the same bytes
 * @param width in pixels at their natural size
 * @param height in pixels at their natural size
 * @param drawing SVG without the element around it
 */
public record Picture(String digest, int width, int height, String drawing) {
    /** In which it is answered. */
    public static final String MEDIA_TYPE = "image/svg+xml";

    /** Its content security policy: no script, nothing fetched. */
    public static final String POLICY = "default-src 'none'; style-src " + PictureStyle.SOURCE + "; base-uri 'none'";

    /** As a document of its own. */
    public byte[] document() {
        var svg = new HtmlBuilder(Integer.MAX_VALUE, Integer.MAX_VALUE);
        svg.tag("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" ");
        element(svg, 100);
        return svg.tag("\n").bytes();
    }

    /**
     * Writes it into a page.
     *
     * @param zoom in percent of its natural size; 0 if the page fits it to its width
     */
    void inside(HtmlBuilder html, int zoom) {
        html.tag("<svg ");
        element(html, zoom);
    }

    private void element(HtmlBuilder out, int zoom) {
        out.tag("class=\"graph\" role=\"group\" aria-label=\"Dependencies\" viewBox=\"0 0 ")
                .number(width)
                .tag(" ")
                .number(height);
        if (zoom == 0) {
            out.tag("\" width=\"").number(width).tag("\">");
        } else {
            out.tag("\" width=\"")
                    .number(Math.max(1, Math.round(width * zoom / 100.0)))
                    .tag("\" height=\"")
                    .number(Math.max(1, Math.round(height * zoom / 100.0)))
                    .tag("\">");
        }
        out.tag("<style>").tag(PictureStyle.CSS).tag("</style>").tag(drawing).tag("</svg>");
    }

    /** Bytes in memory, at most. */
    long weight() {
        return 2L * drawing.length();
    }
}
