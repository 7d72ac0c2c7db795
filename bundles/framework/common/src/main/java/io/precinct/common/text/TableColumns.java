package io.precinct.common.text;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** Finds the columns of a list of maps that are alike enough to be rows of one table. */
public final class TableColumns {
    private TableColumns() {}

    /**
     * The keys of all maps in order of appearance. The value of a key is true if all its values in the maps are
     * numbers.
     *
     * @param most the greatest number of columns of a table
     * @return null if the list is no table: it is empty, an element is not a map or is an empty map, there are too many
     *     keys, or most cells would be empty
     */
    public static @Nullable SequencedMap<String, Boolean> of(List<?> list, int most) {
        var columns = new LinkedHashMap<String, Boolean>();
        long cells = 0;
        for (Object element : list) {
            if (!(element instanceof Map<?, ?> map) || map.isEmpty()) {
                return null;
            }
            map.forEach(
                    (key, value) -> columns.merge(String.valueOf(key), value instanceof Number, Boolean::logicalAnd));
            if (columns.size() > most) {
                return null;
            }
            cells += map.size();
        }
        return list.isEmpty() || cells * 2 < (long) list.size() * columns.size() ? null : columns;
    }
}
