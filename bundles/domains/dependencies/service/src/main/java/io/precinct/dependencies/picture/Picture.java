package io.precinct.dependencies.picture;

import io.precinct.common.html.PageWriter;
import io.precinct.dependencies.picture.templates.JtesvgGenerated;
import org.jspecify.annotations.Nullable;

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

    /** Its style sheet, which stands inside. */
    public static final String STYLE = PictureStyle.CSS;

    /** As a document of its own. */
    public byte[] document() {
        var svg = new PageWriter(Integer.MAX_VALUE, Integer.MAX_VALUE);
        svg.writeUnsafeContent("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        JtesvgGenerated.render(svg, null, this, 100, "http://www.w3.org/2000/svg");
        svg.writeUnsafeContent("\n");
        return svg.bytes();
    }

    /**
     * How wide it is shown.
     *
     * @param zoom in percent of its natural size; 0 if the page fits it to its width
     */
    public long width(int zoom) {
        return zoom == 0 ? width : zoomed(width, zoom);
    }

    /** How high it is shown; null if that follows from its width. */
    public @Nullable Long height(int zoom) {
        return zoom == 0 ? null : (Long) zoomed(height, zoom);
    }

    private static long zoomed(int length, int zoom) {
        return Math.max(1, Math.round(length * zoom / 100.0));
    }

    /** Bytes in memory, at most. */
    long weight() {
        return 2L * drawing.length();
    }
}
