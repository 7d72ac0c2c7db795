package io.precinct.configuration.compare;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that a selector found.
 *
 * @param label names it among the others: {@code a/app.yaml}, {@code src/A.java#A/run}
 * @param path of its file
 * @param content a text, or plain data
 * @param ofPlaceholder whether it was computed from the placeholder of a secret
 */
record Piece(String label, String path, @Nullable Object content, boolean ofPlaceholder) {
    Piece(String label, String path, Object content) {
        this(label, path, content, false);
    }

    /** The same with its secrets marked, for a caller who does not see them. */
    Piece unknown(SecretMarks marks) {
        return content == null || ofPlaceholder ? with(marks.unknown()) : with(marks.unknown(content));
    }

    /**
     * Pieces with their secrets marked, for a caller who sees them.
     *
     * @param shown as found without the secrets
     * @param clear as found with them; others, if the selector depends on secrets
     */
    static List<Piece> known(List<Piece> shown, List<Piece> clear, SecretMarks marks) {
        boolean paired = shown.stream()
                .map(Piece::label)
                .toList()
                .equals(clear.stream().map(Piece::label).toList());
        List<Piece> known = new ArrayList<>();
        for (int i = 0; i < clear.size(); i++) {
            Piece piece = clear.get(i);
            boolean whole = !paired || shown.get(i).ofPlaceholder;
            known.add(
                    piece.with(whole ? marks.known(piece.content) : marks.known(shown.get(i).content, piece.content)));
        }
        return List.copyOf(known);
    }

    private Piece with(@Nullable Object other) {
        return new Piece(label, path, other, ofPlaceholder);
    }
}
