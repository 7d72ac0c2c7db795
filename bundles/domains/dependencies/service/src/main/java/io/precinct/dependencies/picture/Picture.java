package io.precinct.dependencies.picture;

import io.precinct.common.html.PageWriter;
import io.precinct.dependencies.picture.templates.JtesvgGenerated;
import org.jspecify.annotations.Nullable;

/**
 * A drawn part of the graph. Immutable.
 *
 * @param digest the digest of what is drawn; equal pictures have equal bytes
 * @param width natural width in pixels
 * @param height natural height in pixels
 * @param drawing SVG without the enclosing element
 */
public record Picture(String digest, int width, int height, String drawing) {
    /** The media type of pictures. */
    public static final String MEDIA_TYPE = "image/svg+xml";

    /** The content security policy of a picture: no scripts, no requests. */
    public static final String POLICY = "default-src 'none'; style-src " + PictureStyle.SOURCE + "; base-uri 'none'";

    /** The style sheet that a picture contains. */
    public static final String STYLE = PictureStyle.CSS;

    /** Returns the picture as a separate document. */
    public byte[] document() {
        var svg = new PageWriter(Integer.MAX_VALUE, Integer.MAX_VALUE);
        svg.writeUnsafeContent("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        JtesvgGenerated.render(svg, null, this, 100, "http://www.w3.org/2000/svg");
        svg.writeUnsafeContent("\n");
        return svg.bytes();
    }

    /**
     * Returns the displayed width.
     *
     * @param zoom in percent of the natural size; 0 to fit the picture to the page
     */
    public long width(int zoom) {
        return zoom == 0 ? width : zoomed(width, zoom);
    }

    /** Returns the displayed height; null if it follows from the width. */
    public @Nullable Long height(int zoom) {
        return zoom == 0 ? null : (Long) zoomed(height, zoom);
    }

    private static long zoomed(int length, int zoom) {
        return Math.max(1, Math.round(length * zoom / 100.0));
    }

    /** Returns the most bytes that the picture takes in memory. */
    long weight() {
        return 2L * drawing.length();
    }
}
