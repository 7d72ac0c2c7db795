package io.precinct.common.html;

import gg.jte.html.HtmlTemplateOutput;
import io.precinct.common.text.VisibleText;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The output into which templates write a page. Data is escaped for content and quoted attributes alike. A character
 * that is invisible, or that changes the direction of the text, is shown as a symbol. Data is refused in scripts,
 * styles and event handlers. An address that consists of data leads to this service, or to another one by http or
 * https. Not thread-safe.
 */
public final class PageWriter implements HtmlTemplateOutput {
    /** Attributes that a browser follows. */
    private static final Set<String> ADDRESSES = Set.of("href", "src", "action", "formaction", "poster", "xlink:href");

    /** An address of this service, or of another one by http(s). A colon before the path would mean another scheme. */
    private static final Pattern SAFE = Pattern.compile("(?is)https?://.*|[^:/?#]*(?:[/?#].*)?");

    private final StringBuilder out = new StringBuilder(16_384);
    private final int budget;
    private final int longestText;
    private boolean address;
    private boolean code;

    /**
     * An empty page.
     *
     * @param budget number of characters above which it is {@link #full}
     * @param longestText most characters that are shown of one text
     */
    public PageWriter(int budget, int longestText) {
        this.budget = budget;
        this.longestText = longestText;
    }

    /**
     * Writes markup of a template. Line breaks and the indentation after them serve only readers of the template: they
     * are left out at the beginning and the end of the markup and beside a tag, and become a space within a sentence.
     */
    @Override
    public void writeContent(String markup) {
        int lineBreak = markup.indexOf('\n');
        if (lineBreak < 0) {
            out.append(markup);
            return;
        }
        int from = 0;
        while (lineBreak >= 0) {
            out.append(markup, from, lineBreak);
            from = lineBreak + 1;
            while (from < markup.length() && Character.isWhitespace(markup.charAt(from))) {
                from++;
            }
            boolean inSentence = lineBreak > 0
                    && from < markup.length()
                    && markup.charAt(lineBreak - 1) != '>'
                    && markup.charAt(from) != '<';
            if (inSentence) {
                out.append(' ');
            }
            lineBreak = markup.indexOf('\n', from);
        }
        out.append(markup, from, markup.length());
    }

    @Override
    public void writeContent(String markup, int from, int to) {
        writeContent(markup.substring(from, to));
    }

    /** Writes trusted markup as it is. */
    @Override
    public void writeUnsafeContent(@Nullable String markup) {
        out.append(markup);
    }

    /** Sets the tag or attribute that the following data is written into; called by the code of templates. */
    @Override
    public void setContext(@Nullable String tag, @Nullable String attribute) {
        address = attribute != null && ADDRESSES.contains(attribute);
        code = attribute == null
                ? "script".equals(tag) || "style".equals(tag)
                : attribute.startsWith("on") || attribute.equals("style") || attribute.equals("srcdoc");
    }

    /**
     * Writes data, escaped; a long text is cut, with a note of how many characters are left out.
     *
     * @throws IllegalStateException if a browser would run the data as code at this place
     */
    @Override
    public void writeUserContent(@Nullable String data) {
        if (data == null) {
            return;
        }
        if (code) {
            throw new IllegalStateException("a template writes data into a script, a style or an event handler");
        }
        if (address
                && out.charAt(out.length() - 1) == '"'
                && !SAFE.matcher(data).matches()) {
            out.append('#');
            return;
        }
        int length = data.length();
        if (length <= longestText || address) {
            text(data, 0, length);
            return;
        }
        text(data, 0, longestText);
        out.append("<span class=\"more\">… ")
                .append(String.format(Locale.ROOT, "%,d", length - longestText))
                .append(" characters more</span>");
    }

    /** Writes a part of data, escaped. */
    public void text(String data, int from, int to) {
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
    }

    /** True once the page has reached its budget: the caller should leave out the rest, with a note. */
    public boolean full() {
        return out.length() > budget;
    }

    /** Iterates over these elements as long as the page is not full. */
    public <T extends @Nullable Object> Portion<T> portion(Collection<? extends T> all) {
        return new Portion<>(this, all);
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
                : c > 0x9F && c < 0xFFFE && !Character.isSurrogate(c) && !VisibleText.isHidden(c);
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
}
