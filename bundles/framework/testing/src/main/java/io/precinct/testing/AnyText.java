package io.precinct.testing;

import static org.quicktheories.generators.Generate.frequency;
import static org.quicktheories.generators.Generate.intArrays;
import static org.quicktheories.generators.Generate.pick;
import static org.quicktheories.generators.Generate.range;
import static org.quicktheories.generators.SourceDSL.lists;

import java.util.List;
import org.quicktheories.api.Pair;
import org.quicktheories.core.Gen;

/** Generators of text with unusual characters. */
public final class AnyText {
    private AnyText() {}

    /** Characters of all kinds, including unpaired surrogates and noncharacters; long texts are rare. */
    public static Gen<String> upTo(int most) {
        return of(
                most,
                frequency(
                        Pair.of(8, range(' ', '~', 'a')),
                        Pair.of(8, range(0, 0xffff)),
                        Pair.of(2, range(0x10000, 0x10ffff)),
                        Pair.of(1, range(0, 0x1f)),
                        Pair.of(1, pick(List.of(0, 0x7f, (int) '"', (int) '\\', 0xd800, 0xdfff, 0xffff)))));
    }

    /** As {@link #upTo}, without unpaired surrogates. */
    public static Gen<String> wellFormed(int most) {
        return of(
                most,
                frequency(
                        Pair.of(8, range(' ', '~', 'a')),
                        Pair.of(4, range(0, Character.MIN_SURROGATE - 1)),
                        Pair.of(4, range(Character.MAX_SURROGATE + 1, 0xffff)),
                        Pair.of(2, range(0x10000, 0x10ffff)),
                        Pair.of(1, range(0, 0x1f)),
                        Pair.of(1, pick(List.of(0, 0x7f, (int) '"', (int) '\\', 0xffff)))));
    }

    /** Texts over an alphabet whose characters are single code units. */
    public static Gen<String> of(String alphabet, int most) {
        return lists().of(pick(List.of(alphabet.split(""))))
                .ofSizeBetween(0, most)
                .map(all -> String.join("", all));
    }

    private static Gen<String> of(int most, Gen<Integer> characters) {
        Gen<Integer> lengths = most <= 30 ? range(0, most) : range(0, 30).mix(range(0, most), 10);
        return intArrays(lengths, characters).map(points -> new String(points, 0, points.length));
    }
}
