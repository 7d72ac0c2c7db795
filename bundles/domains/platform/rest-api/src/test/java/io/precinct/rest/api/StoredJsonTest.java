package io.precinct.rest.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.Generate.booleans;
import static org.quicktheories.generators.Generate.range;
import static org.quicktheories.generators.SourceDSL.bigIntegers;
import static org.quicktheories.generators.SourceDSL.lists;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.testing.AnyData;
import io.precinct.testing.AnyText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.quicktheories.core.Gen;

class StoredJsonTest {
    @Test
    void whatWasWrittenIsReadBack() {
        Gen<List<String>> lists =
                lists().of(AnyText.upTo(255)).ofSizes(range(0, 30).mix(range(0, 255), 10));
        Gen<BigDecimal> decimals = bigIntegers().ofBytes(20).zip(range(-20, 20), BigDecimal::new);
        qt().withExamples(300)
                .forAll(lists, AnyData.longs(), booleans(), decimals)
                .checkAssert((texts, whole, truth, decimal) -> {
                    var clean = texts.stream().filter(Text::storable).toList();
                    var data =
                            Data.map("texts", clean, "whole", whole, "truth", truth, "decimal", decimal, "none", null);
                    assertThat(Data.equal(StoredJson.read(Json.compact(data)), data))
                            .isTrue();
                });
    }

    @Test
    void numbersOfAnySizeStayExact() {
        var data = Data.list(BigInteger.TEN.pow(50), new BigDecimal("0.1234567890123456789"), 1e300);
        assertThat(Data.equal(StoredJson.read(Json.compact(data)), data)).isTrue();
    }

    @Test
    void whatIsNoJsonIsSaid() {
        assertThatThrownBy(() -> StoredJson.read("{")).isInstanceOf(IllegalStateException.class);
        assertThat(StoredJson.list(null)).isEmpty();
        assertThat(StoredJson.map("[1]")).isEmpty();
    }
}
