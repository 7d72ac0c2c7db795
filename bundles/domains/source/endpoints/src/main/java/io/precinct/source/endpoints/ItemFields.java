package io.precinct.source.endpoints;

import io.precinct.api.contract.Schema;
import io.precinct.common.spelling.Suggestions;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Resource;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parameter {@code fields} of a list: the members of its items that a client wants. Immutable.
 *
 * @param <T> type of the items
 */
// @req:source-fields
final class ItemFields<T> {
    private static final String PARAMETER = "fields";
    private static final int LONGEST = 1000;

    private final Resource<T> item;
    private final Field<@Nullable String> field;

    /** The parameter of lists of such items. */
    ItemFields(Resource<T> item) {
        this.item = item;
        String name = "(" + String.join("|", item.names()) + ")";
        field = Field.of(PARAMETER, Schema.text().matching("^" + name + "(," + name + "){0,40}$"), LONGEST)
                .describedAs("Which members an item has, between commas; all without it. Of: "
                        + String.join(", ", item.names()) + ".")
                .example("path,name,kind,start");
    }

    Field<@Nullable String> field() {
        return field;
    }

    /** Items with all members. */
    Resource<T> all() {
        return item;
    }

    /** Items with the requested members; unknown names are reported in {@code query}. */
    Resource<T> in(Form query) {
        String text = field.in(query);
        if (text == null) {
            return item;
        }
        List<String> wanted =
                Arrays.stream(text.split(",", -1)).map(String::strip).toList();
        List<String> known = item.names();
        for (String name : wanted) {
            if (!known.contains(name)) {
                query.fault(
                        PARAMETER,
                        "enum",
                        "fields: there is no member '" + name + "'"
                                + Suggestions.nearest(name, known)
                                        .map(near -> ", did you mean " + near + "?")
                                        .orElse("; there are " + String.join(", ", known)),
                        known);
                return item;
            }
        }
        return item.only(wanted);
    }
}
