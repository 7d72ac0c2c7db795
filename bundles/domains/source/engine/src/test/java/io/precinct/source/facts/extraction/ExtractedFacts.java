package io.precinct.source.facts.extraction;

import io.precinct.source.facts.extraction.Engine.Stopped;
import io.precinct.source.facts.extraction.FileFacts.Note;
import io.precinct.source.parse.AcquiredLanguage;
import io.precinct.source.parse.TaskLimits;
import io.precinct.source.testing.TestEngine;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** What is found in a text, told in one line each. */
record ExtractedFacts(String text, FileFacts facts) {
    static ExtractedFacts of(String language, String text) {
        return of(language, AnnotationFormats.PLAIN, text);
    }

    static ExtractedFacts of(String language, AnnotationFormats formats, String text) {
        var engine = new TestEngine();
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        try (AcquiredLanguage loaded = engine.acquire(language)) {
            if (loaded == null) {
                throw new IllegalArgumentException(language);
            }
            return new ExtractedFacts(
                    text,
                    engine.run(
                            loaded,
                            (parser, cursor, cancelled) ->
                                    Extraction.of(loaded, formats, utf8, parser, cursor, cancelled),
                            TaskLimits.together(Duration.ofSeconds(10))));
        } catch (Stopped e) {
            throw new IllegalStateException(e);
        }
    }

    /** {@code tag:id association kind name_path @"first line of the code"}. */
    List<String> notes() {
        return facts.annotations().stream().map(this::line).toList();
    }

    private String line(Note note) {
        String code = piece(note.start(), note.end());
        int end = code.indexOf('\n');
        return note.tag() + ":" + note.id() + " " + note.association() + " " + note.kind()
                + (note.name() == null ? "" : " " + FileFacts.path(note.container(), note.name()))
                + " | " + (end < 0 ? code : code.substring(0, end)).strip();
    }

    /** The comment of an annotation. */
    String comment(int note) {
        Note one = facts.annotations().get(note);
        return piece(one.commentStart(), one.commentEnd());
    }

    /** {@code kind name_path}. */
    List<String> symbols() {
        return facts.symbols().stream()
                .map(symbol -> symbol.kind() + " " + FileFacts.path(symbol.container(), symbol.name()))
                .toList();
    }

    private String piece(int start, int end) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return new String(utf8, start, end - start, StandardCharsets.UTF_8);
    }
}
