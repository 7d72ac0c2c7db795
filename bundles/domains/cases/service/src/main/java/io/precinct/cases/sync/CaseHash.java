package io.precinct.cases.sync;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.data.MapBuilder;
import io.precinct.cases.record.Note;
import io.precinct.cases.record.TaskField;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The state of a case that instances compare, and the hash of that state. */
public final class CaseHash {
    /** The members that may differ between instances which have the same case. */
    private static final Set<String> LOCAL = Set.copyOf(TaskField.names(TaskField.those(TaskField::isLocal)));

    static final String NOTES = TaskField.INVESTIGATION_NOTES.wireName();

    private CaseHash() {}

    /** Returns a served case without {@link #LOCAL} members, with its notes sorted by id. */
    static Map<String, @Nullable Object> state(Map<String, @Nullable Object> served) {
        MapBuilder state = Data.mapBuilder();
        served.forEach((key, value) -> {
            if (!LOCAL.contains(key)) {
                state.put(key, key.equals(NOTES) && value instanceof List<?> notes ? sorted(notes) : value);
            }
        });
        return state.build();
    }

    private static List<?> sorted(List<?> notes) {
        return notes.stream().sorted(Comparator.comparing(CaseHash::noteId)).toList();
    }

    static String noteId(@Nullable Object note) {
        return note instanceof Map<?, ?> map && map.get(Note.ID.name()) instanceof String id ? id : "";
    }

    /** Returns SHA-256 over the canonical JSON (RFC 8785) of a state, in lower-case hexadecimal. */
    public static String hash(Map<String, @Nullable Object> state) {
        try {
            return HexFormat.of().formatHex(Json.digest(state));
        } catch (Json.NotCanonical e) {
            return HexFormat.of().formatHex(Json.digest(exact(state)));
        }
    }

    /**
     * Replaces numbers that a double cannot represent exactly by strings of their digits, since canonical JSON cannot
     * contain such numbers. Every instance does the same.
     */
    private static @Nullable Object exact(@Nullable Object value) {
        return switch (value) {
            case Map<?, ?> map -> {
                MapBuilder copy = Data.mapBuilder();
                map.forEach((key, member) -> copy.put(String.valueOf(key), exact(member)));
                yield copy.build();
            }
            case List<?> list -> Data.list(list.stream().map(CaseHash::exact).toArray());
            case Number number -> canonical(number) ? number : number.toString();
            case null, default -> value;
        };
    }

    private static boolean canonical(Number number) {
        try {
            return Json.canonical(number).length > 0;
        } catch (Json.NotCanonical e) {
            return false;
        }
    }
}
