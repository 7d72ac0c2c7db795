package io.precinct.source.endpoints;

import io.precinct.source.api.FileEntry;
import io.precinct.source.api.FileText;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * A file as data.
 *
 * @param open its repository at a commit
 * @param entry the file, link or submodule
 * @param range the shown lines
 * @param text its text, or null if it is not text
 * @param bytes its bytes, or null if it is text or has no content
 */
record FileContent(
        RepositoryLookup.Open open,
        FileEntry entry,
        LineRange range,
        @Nullable FileText text,
        byte @Nullable [] bytes) {
    boolean isText() {
        return text != null;
    }

    boolean hasContent() {
        return text != null || bytes != null;
    }

    int lines() {
        return text == null ? 0 : text.lines();
    }

    int first() {
        return range.first();
    }

    int last() {
        return range.last(lines());
    }

    @Nullable
    String shown() {
        return text == null ? null : range.whole() ? text.text() : text.lines(first(), last());
    }

    @Nullable
    String base64() {
        return bytes == null ? null : Base64.getEncoder().encodeToString(bytes);
    }

    @Nullable
    String encoding() {
        return text == null ? null : text.encoding();
    }

    @Nullable
    String newline() {
        return text == null ? null : text.newline();
    }

    String permalink() {
        return text == null
                ? Links.pinned(open.view(), entry.path())
                : Links.pinned(open.view(), entry.path(), range, text.lines());
    }
}
