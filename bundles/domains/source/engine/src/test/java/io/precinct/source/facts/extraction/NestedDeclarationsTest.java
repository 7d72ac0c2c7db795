package io.precinct.source.facts.extraction;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.source.facts.extraction.Declarations.Declared;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.RandomAccess;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What declarations are around a range, compared with a look at each of them, and how many of them are looked at. */
class NestedDeclarationsTest {
    private static Declared declared(int nameStart, int start, int end) {
        return new Declared(0, "kind", "n" + nameStart, nameStart, nameStart + 1, start, end, null);
    }

    /** Declarations whose ranges often are the same, or overlap without one being within the other. */
    private static List<Declared> some(Random random) {
        var all = new ArrayList<Declared>();
        for (int i = 0; i < 12; i++) {
            int start = random.nextInt(20);
            int end = start + 1 + random.nextInt(12);
            all.add(declared(start + random.nextInt(end - start), start, end));
        }
        all.sort(Declared::outerFirst);
        return all;
    }

    private static @Nullable Declared around(List<Declared> all, int start, int end) {
        Declared innermost = null;
        for (Declared each : all) {
            boolean contains = each.start() <= start && each.end() >= end;
            innermost = contains && (each.start() < start || each.end() > end) ? each : innermost;
        }
        return innermost;
    }

    private static @Nullable Declared of(List<Declared> all, int start, int end) {
        Declared found = null;
        Declared first = null;
        int last = -1;
        for (Declared each : all) {
            if (each.start() <= start && each.end() >= end) {
                boolean named = each.nameStart() >= start && each.nameEnd() <= end;
                boolean same = found != null && found.start() == each.start() && found.end() == each.end();
                found = named && !same ? each : found;
            } else if (each.start() >= start && each.end() <= end && each.start() >= last) {
                first = first == null ? each : first;
                last = each.end();
            }
        }
        return found == null && last >= end - 1 ? first : found;
    }

    @Test
    void declarationsAroundARangeAreThoseThatALookAtEachFinds() {
        var random = new Random(7);
        for (int round = 0; round < 500; round++) {
            List<Declared> all = some(random);
            var declarations = new Declarations(all);
            for (int i = 0; i < 40; i++) {
                int start = random.nextInt(22);
                int end = start + 1 + random.nextInt(12);
                assertThat(declarations.around(start, end))
                        .as("around [%d, %d) of %s", start, end, all)
                        .isEqualTo(around(all, start, end));
                assertThat(declarations.of(start, end, (from, to) -> from >= to - 1))
                        .as("of [%d, %d) of %s", start, end, all)
                        .isEqualTo(of(all, start, end));
                assertThat(declarations.named(start, end))
                        .isEqualTo(all.stream()
                                .anyMatch(each -> each.start() <= start
                                        && each.end() >= end
                                        && each.nameStart() >= start
                                        && each.nameEnd() <= end));
            }
            for (Declared one : all) {
                assertThat(declarations.firstName(one))
                        .isEqualTo(all.stream()
                                .filter(each -> each.start() == one.start() && each.end() == one.end())
                                .mapToInt(Declared::nameStart)
                                .min()
                                .orElseThrow());
            }
        }
    }

    /** Counts how often one of a list is read. */
    private static final class CountedList extends AbstractList<Declared> implements RandomAccess {
        private final List<Declared> list;
        private int reads;

        CountedList(List<Declared> list) {
            this.list = list;
        }

        @Override
        public Declared get(int index) {
            reads++;
            return list.get(index);
        }

        @Override
        public int size() {
            return list.size();
        }
    }

    private static int reads(int count, ToIntFunction<Declarations> work) {
        var all = new ArrayList<Declared>();
        for (int i = 0; i < count; i++) {
            all.add(declared(10 * i + 5, 10 * i, 10 * i + 9));
        }
        var counted = new CountedList(all);
        var declarations = new Declarations(counted);
        counted.reads = 0;
        assertThat(work.applyAsInt(declarations)).isEqualTo(5 + 10 * (count - 1));
        return counted.reads;
    }

    @Test
    void aLookAtTheEndOfALargeFileReadsFewDeclarations() {
        int count = 1 << 16;
        int at = 10 * (count - 1);
        assertThat(reads(count, all -> all.around(at + 2, at + 3).nameStart())).isLessThan(100);
        assertThat(reads(count, all -> all.of(at, at + 9, (_, _) -> true).nameStart()))
                .isLessThan(100);
        assertThat(reads(count, all -> all.named(at, at + 9) ? at + 5 : -1)).isLessThan(100);
        assertThat(reads(count, all -> all.firstName(all.around(at + 2, at + 3))))
                .isLessThan(100);
    }

    @Test
    void manyNamesThatOneRangeDeclaresAreWithinWhatIsAroundIt() {
        var found = new ArrayList<Declared>();
        found.add(declared(1, 0, 1_000_000));
        for (int i = 0; i < 50_000; i++) {
            found.add(declared(10 + 2 * i, 5, 200_000));
        }
        found.add(declared(50_012, 50_011, 50_020));

        assertThat(Declarations.of(found).symbols())
                .hasSize(50_002)
                .allSatisfy(symbol -> assertThat(symbol.container())
                        .isEqualTo(symbol.start() == 0 ? null : symbol.start() == 5 ? "n1" : "n1/n50010"));
    }
}
