package io.precinct.testing;

import static org.quicktheories.generators.Generate.pick;
import static org.quicktheories.generators.SourceDSL.lists;

import java.util.List;
import org.quicktheories.core.Gen;

/** Generators of unusual regular expressions in the syntax of RE2, most of them invalid. */
public final class AnyPattern {
    private static final List<String> PIECES =
            List.of(("a b . ( ) [ ] { } {3} {2,} {0,1000} {1000} * + ? | ^ $ \\ \\d \\s \\S \\b \\Q \\E \\pL \\x{41}"
                            + " [^a] [[:alpha:]] (?i) (?: (?P<n> -")
                    .split(" ", -1));

    private AnyPattern() {}

    /** At most {@code most} pieces in a row: characters, classes, repetitions, groups and halves of them. */
    public static Gen<String> upTo(int most) {
        return lists().of(pick(PIECES)).ofSizeBetween(0, most).map(all -> String.join("", all));
    }
}
