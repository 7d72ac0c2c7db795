package io.precinct.boundary.seal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.Generate.booleans;
import static org.quicktheories.generators.Generate.enumValues;
import static org.quicktheories.generators.SourceDSL.lists;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.core.api.chain.Crossing;
import io.precinct.testing.AnyText;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LeafWriterTest {
    private static final byte[] IN = "ab".repeat(32).getBytes(UTF_8);
    private static final byte[] OUT = "cd".repeat(32).getBytes(UTF_8);

    @Test
    void leavesAreWrittenAsCanonicalJson() {
        qt().forAll(
                        lists().of(AnyText.wellFormed(255)).ofSizeBetween(1, 12),
                        enumValues(Crossing.Status.class),
                        booleans())
                .checkAssert(LeafWriterTest::check);
    }

    /** Checks that the bytes equal those that the general canonical writer makes from the same leaf. */
    private static void check(List<String> names, Crossing.Status status, boolean flagged) {
        var writer = new LeafWriter(1);
        int start = 0;
        for (int seq = 0; seq < names.size(); seq++) {
            String name = names.get(seq);
            int end = writer.write(crossing(seq, name, status), flagged ? null : IN, flagged ? null : OUT);

            byte[] written = Arrays.copyOfRange(writer.bytes(), start, end);
            byte[] canonical = Json.canonical(Data.map(
                    "seq",
                    seq,
                    "boundary",
                    name,
                    "type_addr",
                    "sha256:" + name,
                    "in",
                    flagged ? null : new String(IN, UTF_8),
                    "out",
                    flagged ? null : new String(OUT, UTF_8),
                    "status",
                    status.wireName()));
            assertThat(written[0]).isZero();
            assertThat(new String(written, 1, written.length - 1, UTF_8)).isEqualTo(new String(canonical, UTF_8));
            start = end;
        }
    }

    private static Crossing crossing(int seq, String name, Crossing.Status status) {
        return new Crossing(
                seq,
                name,
                "user",
                "terminal",
                status,
                null,
                0,
                0,
                List.of(),
                List.of(),
                "sha256:" + name,
                "b",
                "1",
                null,
                null,
                null,
                Map.of());
    }
}
