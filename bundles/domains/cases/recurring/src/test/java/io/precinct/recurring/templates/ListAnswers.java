package io.precinct.recurring.templates;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.testkit.TestAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Reads responses that are lists. */
final class ListAnswers {
    private ListAnswers() {}

    static String next(TestAnswer page) {
        String link = Objects.requireNonNull(page.header("Link"));
        return link.substring(1, link.indexOf('>'));
    }

    static List<String> labels(TestAnswer answer) {
        return list(answer).stream()
                .map(item -> String.valueOf(item.get("label")))
                .toList();
    }

    static List<Map<?, ?>> list(TestAnswer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        List<Map<?, ?>> items = new ArrayList<>();
        for (Object item : (List<?>) Objects.requireNonNull(answer.payload())) {
            items.add((Map<?, ?>) item);
        }
        return items;
    }
}
