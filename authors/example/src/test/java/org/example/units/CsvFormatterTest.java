package org.example.units;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.precinct.api.data.Data;
import io.precinct.api.format.Formatter;
import io.precinct.testkit.TestAnswer;
import io.precinct.testkit.TestChain;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CsvFormatterTest {
    private static String csv(Object payload) {
        var target = new Formatter.Target(Data.freeze(payload), 200, "text/csv", "/", null);
        return new String(new CsvFormatter().render(target).body(), StandardCharsets.UTF_8);
    }

    @Test
    void whoeverAcceptsCsvGetsAHeaderAndARow() {
        try (var chain = TestChain.with("convert", new Convert())
                .formatter("csv", new CsvFormatter(), "text/csv")
                .route("GET /convert/:from/:to", "convert")
                .start()) {
            TestAnswer answer =
                    chain.get("/convert/in/cm?amount=2").accept("text/csv").send();

            assertEquals("text/csv; charset=utf-8", answer.mediaType());
            assertEquals("amount,from,result,to\r\n2,in,5.08,cm\r\n", answer.text());
        }
    }

    @Test
    void rowsMayHaveDifferentColumns() {
        assertEquals("a,b\r\n1,\r\n,2\r\n", csv(List.of(Map.of("a", 1), Map.of("b", 2))));
    }

    @Test
    void commasQuotesAndLineBreaksStayInTheirCell() {
        assertEquals("a\r\n\"x,\"\"y\"\"\n\"\r\n", csv(Map.of("a", "x,\"y\"\n")));
        assertEquals("a\r\n\"[1,2]\"\r\n", csv(Map.of("a", List.of(1, 2))));
    }
}
