package io.precinct.source.testing;

import static org.quicktheories.generators.Generate.pick;
import static org.quicktheories.generators.SourceDSL.lists;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.quicktheories.core.Gen;

/** Texts that tests are tried with. */
public final class Texts {
    private Texts() {}

    /** Texts of the characters of an alphabet, of a length between two. */
    public static Gen<String> of(String alphabet, int least, int most) {
        return lists().of(pick(List.of(alphabet.split(""))))
                .ofSizeBetween(least, most)
                .map(all -> String.join("", all));
    }

    /** The text without halves of pairs, which are no text. */
    public static String wellFormed(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }
}
