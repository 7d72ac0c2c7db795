package io.precinct.launcher.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.EncoderBase;
import java.util.Arrays;

/** Encodes each entry as a line of UTF-8. */
abstract class LineEncoder extends EncoderBase<ILoggingEvent> {
    private static final byte[] NOTHING = {};

    /** The line, without its line feed. */
    abstract byte[] line(ILoggingEvent event);

    /**
     * {@code text} with control characters replaced, because data of a client must not begin a new line or control a
     * terminal.
     */
    static String withoutControls(String text) {
        if (text.chars().noneMatch(Character::isISOControl)) {
            return text;
        }
        return text.codePoints()
                .map(c -> Character.isISOControl(c) ? '?' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    @Override
    public final byte[] encode(ILoggingEvent event) {
        byte[] line = line(event);
        byte[] ended = Arrays.copyOf(line, line.length + 1);
        ended[line.length] = '\n';
        return ended;
    }

    @Override
    public final byte[] headerBytes() {
        return NOTHING;
    }

    @Override
    public final byte[] footerBytes() {
        return NOTHING;
    }
}
