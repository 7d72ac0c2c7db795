package org.example.units;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.precinct.testkit.TestAnswer;
import io.precinct.testkit.TestChain;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConvertTest {
    private final TestChain chain = TestChain.with("convert", new Convert())
            .route("GET /convert/:from/:to", "convert")
            .scenario("convert", "metric", Map.of("to", Map.of("any", List.of("m", "km", "kg"))))
            .strictInput(true)
            .start();

    @AfterEach
    void close() {
        chain.close();
    }

    @ParameterizedTest
    @CsvSource({"km,mi,42.195,26.21875746", "in,cm,1,2.54", "F,C,212,100", "K,C,0,-273.15", "lb,kg,10,4.5359237"})
    void anAmountIsConverted(String from, String to, String amount, BigDecimal result) {
        TestAnswer answer =
                chain.get("/convert/" + from + "/" + to + "?amount=" + amount).send();

        assertEquals(200, answer.status(), answer::text);
        assertEquals(0, result.compareTo((BigDecimal) answer.json().get("result")), answer::text);
    }

    @Test
    void anUnknownUnitAndABadAmountAreToldAtOnce() {
        TestAnswer answer = chain.get("/convert/parsec/km?amount=twelve").send();

        assertEquals(422, answer.status());
        assertEquals("input shape mismatch", answer.json().get("error"));
        assertEquals(2, ((List<?>) answer.json().get("failures")).size());
    }

    @Test
    void aLengthIsNoMass() {
        TestAnswer answer = chain.get("/convert/km/kg?amount=1").send();

        assertEquals(422, answer.status());
        assertEquals("km measures length, and kg mass", answer.json().get("error"));
        assertEquals("units of one quantity", answer.json().get("failed_requirement"));
    }

    @Test
    void scenariosTellMetricResultsFromOthers() {
        TestAnswer metric =
                chain.get("/convert/mi/km?amount=1").verify("metric").send();
        TestAnswer imperial =
                chain.get("/convert/km/mi?amount=1").verify("metric").send();

        assertEquals(200, metric.status());
        assertEquals(List.of("to: expected {\"any\":[\"m\",\"km\",\"kg\"]}, got \"mi\""), imperial.failures());
    }

    @Test
    void theTableIsSound() {
        assertEquals("7 facts hold", new UnitTableCheck().check().detail());
    }
}
