package io.precinct.boundary.seal.proof;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.testing.AnyData;
import io.precinct.testing.AnyText;
import java.math.BigInteger;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.Test;

class ReceivedJsonTest {
    @Test
    void whatIsReceivedHasTheCanonicalFormOfWhatWasSent() {
        ThrowingConsumer<Object> received = data -> {
            Object frozen = Data.freeze(data);

            assertThat(Json.canonical(ReceivedJson.read(Json.compactBytes(frozen))))
                    .isEqualTo(Json.canonical(frozen));
        };
        qt().forAll(AnyData.data(AnyText.wellFormed(255))).checkAssert(received);
    }

    @Test
    void aWholeNumberBeyondTheExactOnesIsTheDoubleThatIsWrittenSo() throws Exception {
        assertThat(ReceivedJson.read("[100000000000000000000]".getBytes(UTF_8))).isEqualTo(Data.list(1e20));
        assertThat(ReceivedJson.read("9007199254740993".getBytes(UTF_8)))
                .isEqualTo(BigInteger.valueOf(9007199254740993L));
        assertThat(ReceivedJson.read("9007199254740991".getBytes(UTF_8))).isEqualTo(9007199254740991L);
    }
}
