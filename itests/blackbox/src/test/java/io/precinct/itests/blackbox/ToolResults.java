package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import io.precinct.itests.support.Http;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads the results of calls of tools. */
@SuppressWarnings("unchecked") // plain data
final class ToolResults {
    private ToolResults() {}

    /** Returns what a result of {@code tools/call} tells: {@code {status, data, note}}. */
    static Map<String, @Nullable Object> answer(Map<String, @Nullable Object> result) {
        var meta = (Map<String, Object>) Objects.requireNonNull(result.get("_meta"), result::toString);
        int status = ((Number) Objects.requireNonNull(meta.get("precinct/status"))).intValue();
        assertThat(result).containsEntry("isError", status >= 400).doesNotContainKey("structuredContent");
        var content = (List<Map<String, Object>>) Objects.requireNonNull(result.get("content"));
        String text = (String) Objects.requireNonNull(content.getFirst().get("text"));
        String said = status + " ";
        assertThat(text.startsWith(said)).isEqualTo(status / 100 != 2);
        Object data = Http.json(text.startsWith(said) ? text.substring(said.length()) : text);
        return Data.map(
                "status",
                status,
                "data",
                data,
                "note",
                content.size() > 1 ? content.get(1).get("text") : null);
    }
}
