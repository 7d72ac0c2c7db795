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
record Records(Map<String, Boolean> kinds) {
    private static final int MOST_COLUMNS = 24;

    /** The columns of {@code list}, or null where its elements are no rows of one table. */
    static @Nullable Records of(List<?> list) {
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
        return list.isEmpty() || !mostlyFilled ? null : new Records(kinds);
    }

    Set<String> columns() {
        return kinds.keySet();
    }

    boolean numeric(String column) {
        return Boolean.TRUE.equals(kinds.get(column));
    }
}
