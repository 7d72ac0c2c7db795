package io.precinct.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.contract.Contract;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FittedAnswerTest {
    private static final ToolOperation LIST = reading(
            Parameter.query("limit", Schema.integer()),
            Parameter.query("cursor", Schema.text()),
            Parameter.query("label", Schema.text()));

    private static final ToolOperation NOTES =
            reading(Parameter.query("start", Schema.integer()), Parameter.query("end", Schema.integer()));

    private static final ToolOperation FILE = reading(
            Parameter.query("from", Schema.integer()),
            Parameter.query("to", Schema.integer()),
            Parameter.query("ref", Schema.text()));

    private static ToolOperation reading(Parameter... parameters) {
        return new ToolOperation(
                "list", "things.list", RouteDeclaration.of("get", "/things"), null, Contract.of(parameters));
    }

    private static ToolAnswer fitted(
            ToolOperation operation,
            ToolAnswer answer,
            Duration took,
            FittedAnswer.Again again,
            Map<String, @Nullable Object> given) {
        CallOptions options = CallOptions.of(operation, given, new ArrayList<>());
        ToolAnswer fitted = new FittedAnswer(operation, options).of(answer, took, again);
        assertThat(Fitting.tokens(fitted.data())).isLessThanOrEqualTo(options.budget());
        return fitted;
    }

    private static ToolAnswer fitted(ToolOperation operation, @Nullable Object data, Object... given) {
        return fitted(
                operation, ToolAnswer.of(200, data), Duration.ZERO, _ -> ToolAnswer.of(500, null), Data.map(given));
    }

    private static Map<String, @Nullable Object> page(int limit) {
        List<Object> items = IntStream.range(0, limit)
                .mapToObj(i -> (Object) Map.of("id", "t-" + i, "label", "word ".repeat(20)))
                .toList();
        return Data.map("items", items, "total", 1000, "next_cursor", "after-" + limit);
    }

    private static String lines(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> "line " + i + "\n").collect(Collectors.joining());
    }

    @Test
    void whatFitsIsTheSame() {
        ToolAnswer answer = ToolAnswer.of(200, page(10));

        assertThat(fitted(LIST, answer, Duration.ZERO, _ -> ToolAnswer.of(500, null), Data.map()))
                .isSameAs(answer);
    }

    @Test
    void aPageIsAskedForAgainWithAsManyItemsAsFit() {
        ToolAnswer answer = fitted(
                LIST,
                ToolAnswer.of(200, page(200)),
                Duration.ZERO,
                arguments -> ToolAnswer.of(200, page((Integer) arguments.get("limit"))),
                Data.map("label", "word", "budget", 1000));

        int items = FittedAnswer.items(answer.data());
        assertThat(items).isBetween(5, 50);
        assertThat(answer.data())
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsEntry("next_cursor", "after-" + items);
        assertThat(answer.note())
                .contains(", " + items + " of 200 items.")
                .contains("{\"operation\":\"list\",\"label\":\"word\",\"cursor\":\"after-" + items
                        + "\",\"budget\":1000}");
    }

    @Test
    void ifItCannotBeAskedForAgainTheCursorThatWouldSkipItemsIsNotOffered() {
        for (Duration took : List.of(Duration.ZERO, Duration.ofSeconds(20))) {
            ToolAnswer answer = fitted(
                    LIST,
                    ToolAnswer.of(200, page(200)),
                    took,
                    _ -> ToolAnswer.of(took.isZero() ? 429 : 200, page(1)),
                    Data.map("budget", 1000));

            int items = FittedAnswer.items(answer.data());
            assertThat(items).isBetween(5, 50);
            assertThat(answer.note())
                    .contains("goes on with {\"operation\":\"list\",\"limit\":" + items + ",\"budget\":1000}")
                    .doesNotContain("\"cursor\"");
        }
    }

    @Test
    void cursorsAreKeptWhole() {
        String cursor = "c".repeat(150);
        Map<String, @Nullable Object> data =
                Data.map("items", List.of(Map.of("text", lines(500))), "long", lines(500), "next_cursor", cursor);

        assertThat(fitted(LIST, data, "budget", 300).data())
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsEntry("next_cursor", cursor);
    }

    @Test
    void aPlainListGoesOnBehindItsLastElement() {
        assertThat(fitted(NOTES, Collections.nCopies(10_000, "a note"), "start", "7", "budget", 500)
                        .note())
                .containsPattern("goes on with \\{\"operation\":\"list\",\"start\":[1-9]\\d+,\"budget\":500}\\.")
                .containsPattern("All of it: \\{\"operation\":\"list\",\"start\":\"7\",\"budget\":\\d{5,}}\\.");
        assertThat(fitted(NOTES, List.of(Map.of("content", lines(9000)), "next"), "start", 3)
                        .note())
                .contains("\"start\":4}");
    }

    @Test
    void aListOfWhichTheRouteGaveSomeSaysSo() {
        ToolAnswer some = new ToolAnswer(200, List.of("a", "b"), 5, null);

        assertThat(fitted(NOTES, some, Duration.ZERO, _ -> some, Data.map("start", 2))
                        .note())
                .isEqualTo("There are 5 in all. It goes on with {\"operation\":\"list\",\"start\":4}.");
        ToolAnswer last = new ToolAnswer(200, List.of("a", "b"), 5, null);
        assertThat(fitted(NOTES, last, Duration.ZERO, _ -> last, Data.map("start", 3))
                        .note())
                .isNull();
    }

    @Test
    void aFileGoesOnWithTheNextLineOfTheSameCommit() {
        ToolAnswer file =
                fitted(FILE, Data.map("commit", "c0ffee", "content", lines(9000)), "from", "501", "ref", "main");

        long kept =
                String.valueOf(((Map<?, ?>) file.data()).get("content")).lines().count();
        assertThat(file.note()).contains("\"from\":" + (501 + kept) + ",\"ref\":\"c0ffee\"}");
        assertThat(fitted(FILE, lines(9000)).note()).contains("\"from\":");
    }

    @Test
    void aRefusalFitsToo() {
        ToolAnswer refusal = fitted(
                LIST,
                ToolAnswer.of(422, Data.map("error", "bad", "errors", Collections.nCopies(10_000, "fault"))),
                Duration.ZERO,
                _ -> ToolAnswer.of(500, null),
                Data.map());

        assertThat(refusal.status()).isEqualTo(422);
        assertThat(refusal.note()).startsWith("Cut to 10000 of about ").endsWith(" of 10000 elements.");
    }
}
