package io.precinct.source.endpoints;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Reply;
import io.precinct.source.api.FileEntry;
import io.precinct.source.api.FileText;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.View;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Answers a request for a file with data, text or bytes.
 *
 * @param open its repository at a commit
 * @param entry the file, link or submodule
 * @param range the requested lines
 * @param inlineBytes largest content that is put into JSON
 */
record FileAnswer(RepositoryLookup.Open open, FileEntry entry, LineRange range, long inlineBytes) {
    private static final String BINARY = "binary";
    private static final String POLICY = "default-src 'none'; sandbox";
    private static final String PICTURE = "-picture";

    /** Media types of pictures by name ending. A script within one does not run: a page from here runs none. */
    private static final Map<String, String> PICTURES = Map.of(
            "png", "image/png",
            "jpg", "image/jpeg",
            "jpeg", "image/jpeg",
            "gif", "image/gif",
            "webp", "image/webp",
            "ico", "image/x-icon",
            "svg", Accept.SVG);

    /** {@code {path, content | content_base64, …}}. */
    Reply data(Input input) {
        Map<String, @Nullable Object> payload = SourceResources.FILE.view(content());
        if (open.view().confidential()) {
            return Freshness.confidential(Reply.ok(payload));
        }
        int decoding = open.view().decoding();
        return Freshness.tagged(input, Reply.ok(payload), Freshness.weak(payload, decoding), open.lasting());
    }

    private FileContent content() {
        if (entry.blob() == null) {
            return new FileContent(open, entry, range, null, null);
        }
        if (entry.size() > inlineBytes) {
            throw tooLarge();
        }
        FileText text = open.view().text(entry);
        if (text == null) {
            refuseLines();
            return new FileContent(open, entry, range, null, open.view().content(entry));
        }
        range.within(text.lines());
        return new FileContent(open, entry, range, text, null);
    }

    /** Refuses a range of lines of a binary file. */
    private void refuseLines() {
        if (!range.whole()) {
            throw SourceFault.of(
                    415,
                    BINARY,
                    entry.path() + " is binary, it has no lines",
                    "detail",
                    "ask without from and to, or with Accept: " + Accept.BYTES);
        }
    }

    private SourceFault tooLarge() {
        return SourceFault.of(
                413,
                "too_large",
                entry.path() + " has " + entry.size() + " bytes, JSON answers hold at most " + inlineBytes,
                "detail",
                "ask with Accept: " + Accept.BYTES + " or " + Accept.TEXT + ", which are streamed",
                "limit",
                inlineBytes,
                "size",
                entry.size());
    }

    /** The file as text: unchanged as a whole, or some of its lines in UTF-8. */
    Reply text(Input input) throws IOException {
        requireContent();
        boolean large = entry.size() > inlineBytes;
        FileText text = large ? null : open.view().text(entry);
        if (large ? !open.view().looksLikeText(entry) : text == null) {
            throw SourceFault.of(
                    415, BINARY, entry.path() + " is binary, not text", "detail", "ask with Accept: " + Accept.BYTES);
        }
        if (text == null) {
            return cut(input, Accept.TEXT);
        }
        if (range.whole()) {
            return whole(input, Accept.TEXT + "; charset=" + text.encoding());
        }
        range.within(text.lines());
        byte[] lines = text.lines(range.first(), range.last(text.lines())).getBytes(StandardCharsets.UTF_8);
        return sent(
                input,
                new Body.Bytes(Accept.TEXT + "; charset=UTF-8", lines, null),
                "-lines-" + decoding() + "-" + bounds());
    }

    /** The file as bytes, or some of its lines. */
    Reply bytes(Input input) throws IOException {
        requireContent();
        if (range.whole()) {
            return whole(input, Accept.BYTES);
        }
        boolean large = entry.size() > inlineBytes;
        FileText text = large ? null : open.view().text(entry);
        if (large ? !open.view().looksLikeText(entry) : text == null) {
            refuseLines();
        }
        if (text == null || endsAtLineFeeds(text)) {
            return cut(input, Accept.BYTES);
        }
        range.within(text.lines());
        byte[] lines = text.lines(range.first(), range.last(text.lines())).getBytes(Charset.forName(text.encoding()));
        return sent(input, new Body.Bytes(Accept.BYTES, lines, null), "-raw-" + decoding() + "-" + bounds());
    }

    /** Whether every line ends with a line feed byte, so that lines can be cut without decoding. */
    private static boolean endsAtLineFeeds(FileText text) {
        boolean wide = text.encoding().startsWith("UTF-16") || text.encoding().startsWith("UTF-32");
        return !wide && !text.newline().equals("cr");
    }

    /** The file as a browser shows it: a picture if its name says so, else text, else bytes. */
    Reply raw(Input input) throws IOException {
        requireContent();
        String name = entry.path().toLowerCase(Locale.ROOT);
        String picture = PICTURES.get(name.substring(name.lastIndexOf('.') + 1));
        if (picture != null && range.whole()) {
            return whole(input, picture);
        }
        return open.view().looksLikeText(entry) ? text(input) : bytes(input);
    }

    private void requireContent() {
        if (entry.blob() == null) {
            throw SourceFault.of(
                    415,
                    "no_content",
                    entry.path() + " is a submodule: its content lies in another repository",
                    "submodule_commit",
                    entry.submoduleCommit());
        }
    }

    private Reply whole(Input input, String mediaType) {
        View view = open.view();
        return sent(
                input,
                new Body.Stream(mediaType, entry.size(), entry.blob(), out -> view.copy(entry, out)),
                mediaType.startsWith(Accept.TEXT)
                        ? "-text-" + decoding()
                        : mediaType.equals(Accept.BYTES) ? "" : PICTURE);
    }

    /** Lines of a file too large for memory: counted first, then cut out of the stream. */
    private Reply cut(Input input, String mediaType) throws IOException {
        if (range.whole()) {
            return whole(input, mediaType);
        }
        View view = open.view();
        var count = new LineRangeOutputStream(1, 0, OutputStream.nullOutputStream());
        view.copy(entry, count);
        range.within(count.lines());
        int last = range.last(count.lines());
        return sent(
                input,
                new Body.Stream(
                        mediaType,
                        -1,
                        null,
                        out -> view.copy(entry, new LineRangeOutputStream(range.first(), last, out))),
                "-cut-" + bounds());
    }

    private int decoding() {
        return open.view().decoding();
    }

    private String bounds() {
        return range.first() + "-" + (range.to() == null ? "" : range.to());
    }

    private Reply sent(Input input, Body body, String representation) {
        String policy =
                representation.equals(PICTURE) ? "default-src 'none'; style-src 'unsafe-inline'; sandbox" : POLICY;
        Reply reply = Reply.of(200, body)
                .header("Vary", "Accept")
                .header("X-Content-Type-Options", "nosniff")
                .header("Content-Security-Policy", policy);
        reply = Freshness.dated(reply, open.view());
        if (open.view().confidential()) {
            return Freshness.confidential(reply);
        }
        return Freshness.tagged(
                input,
                reply,
                "\"" + entry.blob() + representation + "\"",
                open.view().pinned());
    }
}
