package io.precinct.formatter.html;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a list of maps that are alike enough to be rows of one table.
 *
 * @param kinds for each column, in order of appearance, whether all its values are numbers
 */
record RecordTable(Map<String, Boolean> kinds) {
    private static final int MOST_COLUMNS = 24;
    /** The largest number of members of a map within a row. */
    private static final int LOW = 3;
    /** The largest number of plain values of a list within a row. */
    private static final int MOST_IN_A_CELL = 3;

    /** The columns of {@code list}, or null if its elements cannot be rows of one table. */
    static @Nullable RecordTable of(List<?> list) {
        var kinds = new LinkedHashMap<String, Boolean>();
        long cells = 0;
        for (Object element : list) {
            if (!(element instanceof Map<?, ?> map) || map.isEmpty()) {
                return null;
            }
            map.forEach((key, value) -> kinds.merge((String) key, value instanceof Number, Boolean::logicalAnd));
            if (kinds.size() > MOST_COLUMNS) {
                return null;
            }
            cells += map.size();
        }
        boolean mostlyFilled = cells * 2 >= (long) list.size() * kinds.size();
        return list.isEmpty() || !mostlyFilled ? null : new RecordTable(kinds);
    }

    /** The number of parts of a value that would take several lines in a row; 0 for any other. */
    static int tall(@Nullable Object value) {
        return switch (value) {
            case Map<?, ?> map -> map.size() > LOW ? map.size() : 0;
            case List<?> list -> {
                boolean nested = list.stream().anyMatch(part -> part instanceof Map || part instanceof List);
                yield list.size() > (nested ? 1 : MOST_IN_A_CELL) ? list.size() : 0;
            }
            case null, default -> 0;
        };
    }

    Set<String> columns() {
        return kinds.keySet();
    }

    boolean numeric(String column) {
        return Boolean.TRUE.equals(kinds.get(column));
    }
}
