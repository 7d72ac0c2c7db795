package io.precinct.cases.export;

import io.precinct.api.data.Data;
import io.precinct.api.data.MapBuilder;
import io.precinct.postgres.api.Timestamps;
import io.precinct.postgres.api.Transaction;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The export statistics: {@code {total_exports, last_export_at, by_reason, failures, by_day}}. */
final class ExportStats {
    /** Most days in {@code by_day}: the latest days on which an export was tried. */
    private static final int DAYS = 90;

    private ExportStats() {}

    private record Row(
            LocalDate day,
            String reason,
            long exports,
            long failures,
            @Nullable Instant lastAt) {}

    static Map<String, @Nullable Object> read(Transaction transaction) {
        List<Row> rows = transaction
                .select("SELECT day, reason, exports, failures, last_at FROM cases.export_day ORDER BY day DESC")
                .map((row, _) -> new Row(
                        row.getObject(1, LocalDate.class),
                        row.getString(2),
                        row.getLong(3),
                        row.getLong(4),
                        Timestamps.read(row, 5)))
                .list();
        Instant last = rows.stream()
                .map(Row::lastAt)
                .filter(Objects::nonNull)
                .max(Instant::compareTo)
                .orElse(null);
        return Data.map(
                "total_exports", rows.stream().mapToLong(Row::exports).sum(),
                "last_export_at", last == null ? null : Timestamps.text(last),
                "by_reason", byReason(rows),
                "failures", rows.stream().mapToLong(Row::failures).sum(),
                "by_day", byDay(rows));
    }

    private static Map<String, @Nullable Object> byReason(List<Row> rows) {
        var counts = new TreeMap<String, Long>();
        for (Reason reason : Reason.values()) {
            counts.put(reason.wireName(), 0L);
        }
        rows.forEach(row -> counts.merge(row.reason, row.exports, Long::sum));
        MapBuilder byReason = Data.mapBuilder();
        counts.forEach(byReason::put);
        return byReason.build();
    }

    private static Map<String, @Nullable Object> byDay(List<Row> rows) {
        var counts = new TreeMap<LocalDate, Long>();
        rows.forEach(row -> counts.merge(row.day, row.exports, Long::sum));
        var days = new ArrayList<>(counts.descendingMap().entrySet());
        MapBuilder byDay = Data.mapBuilder();
        days.stream().limit(DAYS).forEach(day -> byDay.put(day.getKey().toString(), day.getValue()));
        return byDay.build();
    }
}
