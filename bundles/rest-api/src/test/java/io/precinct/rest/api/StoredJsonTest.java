package io.precinct.rest.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class StoredJsonTest {
    @Property(tries = 300)
    void whatWasWrittenIsReadBack(
            @ForAll List<String> texts, @ForAll long whole, @ForAll boolean truth, @ForAll BigDecimal decimal) {
        var clean = texts.stream().filter(Text::storable).toList();
        var data = Data.map("texts", clean, "whole", whole, "truth", truth, "decimal", decimal, "none", null);
        assertThat(Data.equal(StoredJson.read(Json.compact(data)), data)).isTrue();
    }

    @Test
    void numbersOfAnySizeStayExact() {
        var data = Data.list(BigInteger.TEN.pow(50), new BigDecimal("0.1234567890123456789"), 1e300);
        assertThat(Data.equal(StoredJson.read(Json.compact(data)), data)).isTrue();
    }

    @Test
    void whatIsNoJsonIsSaid() {
        assertThatThrownBy(() -> StoredJson.read("{")).isInstanceOf(UncheckedIOException.class);
        assertThat(StoredJson.list(null)).isEmpty();
        assertThat(StoredJson.map("[1]")).isEmpty();
    }
}
