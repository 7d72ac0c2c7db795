package io.precinct.config.yaml;

import io.precinct.core.api.config.Location;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.DocumentEndEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.StreamEndEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;

/**
 * Reads one YAML 1.2 document into a tree. The parser only supplies events; no type is ever constructed, and everything
 * that a hostile file could inflate (size, depth, aliases, digits) is bounded.
 */
public final class YamlReader {
    /** Largest file, in bytes. */
    static final int LARGEST = 8 << 20;

    private YamlReader() {}

    /** The tree of a file, or null if it cannot be read; the problems contain the reason. */
    public static @Nullable YamlNode read(Path file, Problems problems) {
        var whole = new Location(file.toString(), 0, 0);
        try (var in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(LARGEST + 1);
            if (bytes.length > LARGEST) {
                problems.error(whole, "the file is larger than " + (LARGEST >> 20) + " MiB", null);
                return null;
            }
            return read(file.toString(), bytes, problems);
        } catch (NoSuchFileException e) {
            problems.error(whole, "there is no such file", "create it, or name another folder with --config");
        } catch (IOException e) {
            problems.error(whole, "the file cannot be read: " + e.getMessage(), null);
        }
        return null;
    }

    /** As {@link #read(Path, Problems)}, from the bytes of the file. */
    public static @Nullable YamlNode read(String file, byte[] bytes, Problems problems) {
        String text = decode(file, bytes, problems);
        return text == null ? null : parse(file, text, problems);
    }

    private static @Nullable String decode(String file, byte[] bytes, Problems problems) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        CoderResult result = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT)
                .decode(in, out, true);
        if (result.isError()) {
            int line = 1;
            for (int i = 0; i < in.position(); i++) {
                line += bytes[i] == '\n' ? 1 : 0;
            }
            problems.error(new Location(file, line, 0), "the file is not UTF-8", "save it as UTF-8");
            return null;
        }
        String text = out.flip().toString();
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    /** Settings with one buffer for the whole text: with a smaller one the parser copies the rest again and again. */
    private static LoadSettings settings(String text) {
        return LoadSettings.builder()
                .setCodePointLimit(LARGEST)
                .setBufferSize(text.length() + 1)
                .setParseComments(false)
                .setUseMarks(true)
                .build();
    }

    private static @Nullable YamlNode parse(String file, String text, Problems problems) {
        try {
            Iterator<Event> events = new Parse(settings(text)).parseString(text).iterator();
            events.next();
            if (events.next() instanceof StreamEndEvent) {
                problems.error(new Location(file, 0, 0), "the file is empty", null);
                return null;
            }
            YamlNode root = new Composer(file, events, problems).document();
            if (!(events.next() instanceof DocumentEndEvent)) {
                throw new IllegalStateException("a document has one root");
            }
            if (events.next() instanceof DocumentStartEvent second) {
                Location at = Composer.location(file, second.getStartMark());
                problems.error(at, "a second document begins here", "keep one document in a file");
            }
            return root;
        } catch (Composer.Refused e) {
            problems.error(e.at(), e.getMessage(), null);
        } catch (MarkedYamlEngineException e) {
            problems.error(Composer.location(file, e.getProblemMark()), SyntaxHint.message(e), SyntaxHint.of(e, text));
        } catch (ReaderException e) {
            int line = 1
                    + (int) text.codePoints()
                            .limit(e.getPosition())
                            .filter(c -> c == '\n')
                            .count();
            String message = String.format("the character U+%04X is not allowed in YAML", e.getCodePoint());
            problems.error(new Location(file, line, 0), message, "write it as an escape in double quotes");
        } catch (RuntimeException e) {
            // Any failure of the parser, a third-party library, is reported as a problem of the file.
            problems.error(new Location(file, 0, 0), "the file is invalid YAML: " + e.getMessage(), null);
        }
        return null;
    }
}
