package io.precinct.common.html;

import io.precinct.common.text.VisibleText;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Builds an HTML page in one buffer. {@link #tag} appends trusted markup and must never be given data; {@link #text}
 * escapes data, for content and for quoted attributes alike. Not thread-safe.
 */
public final class HtmlBuilder {
    private final StringBuilder out = new StringBuilder(16_384);
    private final int budget;
    private final int longestText;

    /**
     * An empty page.
     *
     * @param budget number of characters above which it is {@link #full}
     * @param longestText most characters that are shown of one text
     */
    public HtmlBuilder(int budget, int longestText) {
        this.budget = budget;
        this.longestText = longestText;
    }

    /**
     * Writes the head of a document, up to its body.
     *
     * @param icon SVG paths of an icon, 24 wide and high, which are stroked
     * @param policyInside whether the document contains its Content-Security-Policy, for pages that are sent without
     *     the header
     * @param title writes the title
     */
    public HtmlBuilder head(StyleSheet style, String icon, boolean policyInside, Consumer<HtmlBuilder> title) {
        tag("<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">");
        if (policyInside) {
            tag("<meta http-equiv=\"Content-Security-Policy\" content=\"")
                    .tag(style.policy())
                    .tag("\">");
        }
        tag("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
                .tag("<meta name=\"color-scheme\" content=\"light dark\"><link rel=\"icon\" href=\"data:image/svg+xml,")
                .tag("%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='%234a5fd0'")
                .tag(" stroke-width='2.5'%3E")
                .tag(icon.replace("<", "%3C").replace(">", "%3E"))
                .tag("%3C/svg%3E\"><title>");
        title.accept(this);
        return tag("</title><style>").tag(style.css()).tag("</style></head>");
    }

    /** Writes the footer that all pages share, and ends the document. */
    public HtmlBuilder end() {
        return tag("<footer>A page for people. For programs: <code>Accept: application/json</code></footer>")
                .tag("</body></html>\n");
    }

    /** Appends trusted markup as it is. */
    public HtmlBuilder tag(String markup) {
        out.append(markup);
        return this;
    }

    /** Appends a number. */
    public HtmlBuilder number(long value) {
        out.append(value);
        return this;
    }

    /** Appends data, escaped; a long text is cut, with a note of how many characters are left out. */
    public HtmlBuilder text(String data) {
        int length = data.length();
        if (length <= longestText) {
            return text(data, 0, length);
        }
        return text(data, 0, longestText)
                .tag("<span class=\"more\">… ")
                .tag(String.format(Locale.ROOT, "%,d", length - longestText))
                .tag(" characters more</span>");
    }

    /** Appends a part of data, escaped. */
    public HtmlBuilder text(String data, int from, int to) {
        int plain = from;
        for (int i = from; i < to; i++) {
            char c = data.charAt(i);
            if (isPlain(c)) {
                continue;
            }
            if (Character.isHighSurrogate(c) && i + 1 < to && Character.isLowSurrogate(data.charAt(i + 1))) {
                i++;
                continue;
            }
            out.append(data, plain, i);
            if (c != '\r' || i + 1 < to && data.charAt(i + 1) != '\n') {
                special(c);
            }
            plain = i + 1;
        }
        out.append(data, plain, to);
        return this;
    }

    /** Appends a link to an address of this service. */
    public HtmlBuilder link(String address, String shown) {
        return tag("<a href=\"").text(address).tag("\">").text(shown).tag("</a>");
    }

    /** True once the page has reached its budget: callers then stop appending and note what they leave out. */
    public boolean full() {
        return out.length() > budget;
    }

    /** The length of the page in characters. */
    public int length() {
        return out.length();
    }

    /** The page in UTF-8. */
    public byte[] bytes() {
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static boolean isPlain(char c) {
        return c < 0x80
                ? c >= ' ' && c != '&' && c != '<' && c != '>' && c != '"' && c != '\'' && c != 0x7F
                        || c == '\n'
                        || c == '\t'
                : c > 0x9F && c < 0xFFFE && !Character.isSurrogate(c) && !changesDirection(c);
    }

    private void special(char c) {
        switch (c) {
            case '&' -> out.append("&amp;");
            case '<' -> out.append("&lt;");
            case '>' -> out.append("&gt;");
            case '"' -> out.append("&quot;");
            case '\'' -> out.append("&#39;");
            default -> VisibleText.appendSymbol(out, c);
        }
    }

    /** Whether a character changes the text direction, which can make text appear in another order than the data's. */
    private static boolean changesDirection(char c) {
        return c >= 0x202A && c <= 0x202E || c >= 0x2066 && c <= 0x2069 || c == 0x200E || c == 0x200F || c == 0x061C;
    }
}
