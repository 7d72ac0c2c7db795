package io.precinct.tools;

import io.precinct.api.data.Data;
import io.precinct.api.data.MapBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Shortens the answer of a change. It keeps what identifies the changed thing and its plain members, and what the call
 * itself has given or named; it leaves out nulls, long texts and what is nested. A case of a thousand notes is thus
 * answered in a few lines. Not thread-safe.
 */
final class ShortAnswer {
    private static final String ID = "id";
    private static final int LONGEST_TEXT = 200;

    /** Elements of an answered list that are kept although the call does not name them. */
    private static final int FEW = 3;

    /** Names of members that are kept even if they are lists: they warn. */
    private static final Set<String> ALWAYS = Set.of("warnings", "errors", "failed", "conflicts");

    /** Members that tell an element of a list from the others. */
    private static final Set<String> IDENTIFYING = Set.of("id", "index", "idx", "slug", "name", "text");

    /** The argument that names the member to change. */
    private static final String FIELD = "field";

    /** The member that a thing has which is stored and changes; its lists are parts of it. */
    private static final String VERSION = "version";

    private final Map<String, @Nullable Object> given;
    private final Set<Object> texts = new HashSet<>();
    private final Map<String, Object> numbers = new HashMap<>();

    /** Whether the call gives details, such as the item to tick; otherwise an answered list is what it asks for. */
    private final boolean specific;

    private boolean shortened;

    /** The ids of the objects that are members of the answer. */
    private final Set<Object> told = new HashSet<>();

    /** @param given the arguments of the call */
    ShortAnswer(Map<String, @Nullable Object> given) {
        this.given = given;
        this.specific = given.values().stream()
                .anyMatch(value -> value instanceof Map<?, ?> members && !members.isEmpty()
                        || value instanceof List<?> elements && !elements.isEmpty());
        collect(given);
    }

    private void collect(Map<?, ?> members) {
        members.forEach((name, value) -> {
            switch (value) {
                case Map<?, ?> nested -> collect(nested);
                case List<?> list -> list.forEach(element -> collect(Data.map(String.valueOf(name), element)));
                case String text when !text.isEmpty() -> texts.add(text);
                case Number number -> numbers.put(String.valueOf(name), number);
                case null, default -> {}
            }
        });
    }

    /** Whether something was left out. */
    boolean isShortened() {
        return shortened;
    }

    /** Returns the short form of an answer. */
    @Nullable
    Object of(@Nullable Object answer) {
        if (!(answer instanceof Map<?, ?> object)) {
            return answer;
        }
        object.forEach((_, value) -> {
            if (value instanceof Map<?, ?> members && members.get(ID) instanceof Object id) {
                told.add(id);
            }
        });
        return object(object, true);
    }

    private Map<String, @Nullable Object> object(Map<?, ?> object, boolean outermost) {
        var kept = Data.mapBuilder();
        object.forEach((key, value) -> {
            String name = String.valueOf(key);
            boolean named = given.containsKey(name) || name.equals(given.get(FIELD));
            if (ALWAYS.contains(name) || named && isSmall(value)) {
                kept.put(name, value);
                return;
            }
            switch (value) {
                case Map<?, ?> nested when nested.isEmpty() -> kept.put(name, nested);
                case List<?> list when list.isEmpty() -> kept.put(name, list);
                case Map<?, ?> nested when outermost -> kept.put(name, object(nested, false));
                case List<?> list when outermost -> list(name, list, kept, specific || object.containsKey(VERSION));
                case Map<?, ?> _, List<?> _ -> shortened = true;
                case String text when text.length() > LONGEST_TEXT -> shortened = true;
                case null -> {} // the rest of the answer is as telling without it
                default -> kept.put(name, value);
            }
        });
        return kept.build();
    }

    private static boolean isSmall(@Nullable Object value) {
        return !(value instanceof String text) || text.length() <= LONGEST_TEXT;
    }

    /** Returns the short form of an element: if the answer also has it as a member, its id. */
    private Map<String, @Nullable Object> element(Map<?, ?> members) {
        Object id = members.get(ID);
        return id != null && told.contains(id) ? Data.map(ID, id) : object(members, false);
    }

    /** Keeps the elements that the call names if {@code onlyNamed} is true and the list is not short, else all. */
    private void list(String name, List<?> list, MapBuilder kept, boolean onlyNamed) {
        List<@Nullable Object> named = new ArrayList<>();
        for (Object element : list) {
            if (!onlyNamed || list.size() <= FEW || isNamed(element)) {
                named.add(element instanceof Map<?, ?> members ? element(members) : element);
            }
        }
        shortened |= named.size() < list.size();
        if (!named.isEmpty()) {
            kept.put(name, Data.freezeList(named));
        }
    }

    /** Whether the call gives an element, or a value of a member that tells it from others. */
    private boolean isNamed(@Nullable Object element) {
        if (!(element instanceof Map<?, ?> members)) {
            return element != null && texts.contains(element);
        }
        return members.entrySet().stream().anyMatch(member -> {
            String name = String.valueOf(member.getKey());
            if (!IDENTIFYING.contains(name) && !name.endsWith("_id")) {
                return false;
            }
            return member.getValue() instanceof Number number
                    ? Data.equal(numbers.get(name), number)
                    : member.getValue() instanceof String text && texts.contains(text);
        });
    }
}
