package io.precinct.source.git;

import java.lang.Character.UnicodeScript;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds text in UTF-16 or UTF-32 that has no byte order mark, in any alphabet: its characters are all assigned, of few
 * scripts and no control characters, and it has a space or the end of a line. Other bytes hardly ever look so.
 */
final class WideText {
    private static final int FEWEST_CHARACTERS = 8;
    private static final int MOST_SCRIPTS = 4;

    private final byte[] bytes;
    private final int length;
    private final int width;
    private final boolean little;
    private final Set<UnicodeScript> scripts = EnumSet.noneOf(UnicodeScript.class);

    private WideText(byte[] bytes, int width, boolean little) {
        this.bytes = bytes;
        this.length = Math.min(bytes.length, FileContent.SNIFFED) / width * width;
        this.width = width;
        this.little = little;
    }

    /** The charset, by the first bytes, or null if it is no such text. */
    static @Nullable Charset charset(byte[] bytes) {
        if (bytes.length % 4 == 0) {
            if (new WideText(bytes, 4, true).isText()) {
                return Charset.forName("UTF-32LE");
            }
            if (new WideText(bytes, 4, false).isText()) {
                return Charset.forName("UTF-32BE");
            }
        }
        if (bytes.length % 2 == 0) {
            if (new WideText(bytes, 2, true).isText()) {
                return StandardCharsets.UTF_16LE;
            }
            if (new WideText(bytes, 2, false).isText()) {
                return StandardCharsets.UTF_16BE;
            }
        }
        return null;
    }

    private boolean isText() {
        if (length < FEWEST_CHARACTERS * width) {
            return false;
        }
        boolean blank = false;
        for (int at = 0; at < length; at += width) {
            int character = unit(at);
            if (width == 2 && character >= Character.MIN_HIGH_SURROGATE && character <= Character.MAX_HIGH_SURROGATE) {
                at += width;
                if (at == length) {
                    break; // the rest of the character is not looked at
                }
                int low = unit(at);
                if (low < Character.MIN_LOW_SURROGATE || low > Character.MAX_LOW_SURROGATE) {
                    return false;
                }
                character = Character.toCodePoint((char) character, (char) low);
            }
            if (!isOfText(character)) {
                return false;
            }
            blank |= character == ' ' || character == '\n';
        }
        return blank;
    }

    private int unit(int at) {
        int unit = 0;
        for (int i = 0; i < width; i++) {
            unit = unit << 8 | bytes[little ? at + width - 1 - i : at + i] & 0xFF;
        }
        return unit;
    }

    private boolean isOfText(int character) {
        if (character < ' ') {
            return character >= '\b' && character <= '\r' || character == 0x1B;
        }
        if (!Character.isValidCodePoint(character)) {
            return false;
        }
        switch (Character.getType(character)) {
            case Character.UNASSIGNED, Character.CONTROL, Character.PRIVATE_USE, Character.SURROGATE -> {
                return false;
            }
            default -> {
                UnicodeScript script = UnicodeScript.of(character);
                return script == UnicodeScript.COMMON
                        || script == UnicodeScript.INHERITED
                        || scripts.contains(script)
                        || scripts.size() < MOST_SCRIPTS && scripts.add(script);
            }
        }
    }
}
