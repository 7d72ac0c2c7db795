package io.precinct.configuration.queries;

import io.precinct.common.cache.WeightedLru;
import io.precinct.configuration.queries.document.BadDocument;
import io.precinct.configuration.queries.document.Format;
import io.precinct.configuration.queries.document.Located;
import io.precinct.source.api.FileEntry;
import io.precinct.source.api.FileText;
import io.precinct.source.api.View;
import java.util.List;

/** The documents of files, cached by their blobs as far as there is room. Thread-safe. */
final class ParsedFiles {
    /** Capacity in bytes. */
    private static final long CAPACITY = 48L << 20;

    private static final int WEIGHT = 400;

    private final WeightedLru<Key, Parsed> kept = new WeightedLru<>(CAPACITY, Parsed::weight);

    /** After an upgrade, the same bytes may be another text; under another name, another document. */
    private record Key(String blob, int decoding, Format format) {}

    /** The content of a file, or why it cannot be read. */
    private sealed interface Parsed {
        long weight();
    }

    private record Read(List<Located> documents, long weight) implements Parsed {}

    private record Faulty(BadDocument fault) implements Parsed {
        @Override
        public long weight() {
            return WEIGHT;
        }
    }

    private record Unreadable(String reason) implements Parsed {
        @Override
        public long weight() {
            return WEIGHT;
        }
    }

    /** A file that is not read, with the reason as lists name it: {@code binary}. */
    static final class NotText extends Exception {
        private static final long serialVersionUID = 1L;

        private final String reason;

        NotText(String reason) {
            super(reason, null, false, false);
            this.reason = reason;
        }

        String reason() {
            return reason;
        }
    }

    /**
     * The documents of a file.
     *
     * @throws BadDocument if it is not of its format
     * @throws NotText if it is not read as text
     */
    List<Located> documents(View view, FileEntry file, Format format) throws BadDocument, NotText {
        String blob = file.blob();
        if (blob == null || !file.type().equals("file")) {
            throw new NotText(file.type());
        }
        if (file.skipped() != null) {
            throw new NotText(file.skipped());
        }
        Parsed read = view.confidential()
                ? parse(view, file, format)
                : kept.get(new Key(blob, view.decoding(), format), () -> parse(view, file, format));
        return switch (read) {
            case Read good -> good.documents;
            case Faulty faulty -> throw faulty.fault;
            case Unreadable unreadable -> throw new NotText(unreadable.reason);
        };
    }

    private static Parsed parse(View view, FileEntry file, Format format) {
        FileText text = view.text(file);
        if (text == null) {
            return new Unreadable("binary");
        }
        try {
            List<Located> documents = format.read(text);
            long weight = documents.stream().mapToLong(Located::weight).sum();
            return new Read(documents, WEIGHT + weight);
        } catch (BadDocument e) {
            return new Faulty(e);
        }
    }
}
