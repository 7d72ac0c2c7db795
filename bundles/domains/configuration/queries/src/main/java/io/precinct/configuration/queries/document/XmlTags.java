package io.precinct.configuration.queries.document;

import java.util.HashMap;
import java.util.Map;

/**
 * Finds the start tags of an XML document and their attributes. The parser reports only its current position, which is
 * behind them. It has found the document well-formed up to there, so this only has to skip what is no tag.
 */
final class XmlTags {
    private final String text;
    private final Map<String, Integer> attributes = new HashMap<>();
    private int at;
    private int offset;

    XmlTags(String text) {
        this.text = text;
    }

    /** Advances to the next start tag; returns its offset. */
    int next() {
        while (true) {
            int open = text.indexOf('<', at);
            if (open < 0) {
                return offset;
            }
            if (text.startsWith("<!--", open)) {
                at = behind("-->", open + 4);
            } else if (text.startsWith("<![CDATA[", open)) {
                at = behind("]]>", open);
            } else if (text.startsWith("<?", open)) {
                at = behind("?>", open);
            } else if (text.startsWith("<!", open)) {
                at = behindDocumentType(open);
            } else if (text.startsWith("</", open)) {
                at = behind(">", open);
            } else {
                offset = open;
                at = behindTag(open + 1);
                return offset;
            }
        }
    }

    /** The start of the current tag. */
    int offset() {
        return offset;
    }

    /** The start of an attribute of the current tag. */
    int attribute(String name) {
        return attributes.getOrDefault(name, offset);
    }

    private int behind(String end, int from) {
        int found = text.indexOf(end, from);
        return found < 0 ? text.length() : found + end.length();
    }

    private int behindDocumentType(int from) {
        int depth = 0;
        int i = from;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (c == '"' || c == '\'') {
                i = behind(String.valueOf(c), i + 1);
                continue;
            }
            if (text.startsWith("<!--", i)) {
                i = behind("-->", i + 4);
                continue;
            }
            if (text.startsWith("<?", i)) {
                i = behind("?>", i);
                continue;
            }
            i++;
            if (c == '<') {
                depth++;
            } else if (c == '>' && --depth == 0) {
                return i;
            }
        }
        return i;
    }

    /** Skips a start tag and notes the starts of its attributes. */
    private int behindTag(int from) {
        attributes.clear();
        int i = from;
        int word = -1;
        int wordEnd = -1;
        while (i < text.length() && text.charAt(i) != '>') {
            char c = text.charAt(i);
            if (c == '"' || c == '\'') {
                i = behind(String.valueOf(c), i + 1);
                word = -1;
                continue;
            }
            if (c == '=' && word >= 0) {
                attributes.put(text.substring(word, wordEnd), word);
            } else if (!Character.isWhitespace(c)) {
                if (word < 0 || wordEnd < i) {
                    word = i;
                }
                wordEnd = i + 1;
            }
            i++;
        }
        return Math.min(text.length(), i + 1);
    }
}
