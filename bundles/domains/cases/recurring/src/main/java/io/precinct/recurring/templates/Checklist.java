package io.precinct.recurring.templates;

import io.precinct.api.contract.Schema;
import io.precinct.api.contract.Type;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Property;
import io.precinct.rest.api.Resource;
import io.precinct.rest.api.Text;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A list with which every case of a template begins.
 *
 * @param items the items, each one line
 */
public record Checklist(String name, List<String> items) {
    private static final int LONGEST_NAME = 200;
    private static final int LONGEST_ITEM = 1000;
    private static final int MOST_ITEMS = 200;

    /**
     * Name endings that a Markdown heading would not keep: number signs are dropped, and a block id becomes the
     * address.
     */
    private static final Pattern TAIL = Pattern.compile("(^|\\s)(#+|\\^[\\p{L}\\p{M}\\p{N}-]+)$");

    private static final String ONE_LINE = "is one line without control characters";

    private static final Field<String> NAME = Field.requiredText("name", LONGEST_NAME)
            .where(Text::isOneLine, "format", ONE_LINE)
            .where(
                    name -> name.isBlank() || isHeading(name),
                    "format",
                    "has a letter or a digit and ends neither in # nor in a block id")
            .example("Sill")
            .shownAs(Schema.text());

    private static final Field<@Nullable List<String>> ITEMS = Field.of(
            "items",
            Type.list(Type.filledText(LONGEST_ITEM).where(Text::isOneLine, "format", ONE_LINE, null), MOST_ITEMS));

    /** The representation in requests and responses. */
    static final Resource<Checklist> RESOURCE = Resource.of(
                    Property.<Checklist, String>given(NAME, Checklist::name),
                    Property.<Checklist, List<String>>given(ITEMS, Checklist::items))
            .made(values -> new Checklist(values.need(NAME), values.or(ITEMS, List.of())));

    public Checklist {
        items = List.copyOf(items);
    }

    /** Returns the list in the form in which a template is served. */
    public Map<String, @Nullable Object> toData() {
        return RESOURCE.view(this);
    }

    /** Whether a name can be the heading of a list. */
    private static boolean isHeading(String name) {
        return !letters(name).isEmpty() && !TAIL.matcher(name.strip()).find();
    }

    /**
     * Adds a fault for each name that equals another in its letters and digits, even if the list has other faults: each
     * list needs its own address.
     */
    static void checkNames(Form form, String place) {
        if (!(form.value(place) instanceof List<?> lists)) {
            return;
        }
        Set<String> names = new HashSet<>();
        for (int i = 0; i < lists.size(); i++) {
            boolean alike = lists.get(i) instanceof Map<?, ?> list
                    && list.get(NAME.name()) instanceof String name
                    && isHeading(name)
                    && !names.add(letters(name));
            if (alike) {
                form.fault(
                        place + "/" + i + "/" + NAME.name(),
                        "format",
                        "the names of checklists differ in a letter or digit",
                        null);
            }
        }
    }

    /** Returns the part of a name that remains in an address. */
    private static String letters(String name) {
        return name.codePoints()
                .filter(Character::isLetterOrDigit)
                .map(Character::toLowerCase)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
