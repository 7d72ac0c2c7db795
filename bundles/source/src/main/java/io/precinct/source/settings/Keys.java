package io.precinct.source.settings;

import io.precinct.api.data.Json;
import io.precinct.common.spelling.Suggestions;
import io.precinct.core.api.config.Location;
import io.precinct.core.api.config.Problem;
import io.precinct.core.api.config.Yaml;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A map of the file whose keys are known. Asking for a key makes it a known one; {@link #close} reports the others. What
 * does not fit is reported and read as absent, so that reading goes on. A value is shown as it is written, never what an
 * environment variable made of it. Not thread-safe.
 */
final class Keys implements AutoCloseable {
    private final File file;
    private final String pointer;
    private final String name;
    private final Map<String, @Nullable Object> members = new LinkedHashMap<>();
    private final Set<String> known = new LinkedHashSet<>();

    /**
     * What is being read.
     *
     * @param path of the file
     * @param located what stands where
     * @param variables environment
     * @param problems what was found to be wrong
     */
    record File(Path path, Yaml.Located located, Variables variables, List<Problem> problems) {}

    private Keys(File file, String pointer, String name, Map<?, ?> members) {
        this.file = file;
        this.pointer = pointer;
        this.name = name;
        members.forEach((key, value) -> this.members.put(String.valueOf(key), value));
    }

    /** The keys of the file itself. */
    static Keys root(File file) {
        Object value = file.located().value();
        var root = new Keys(file, "", "", value instanceof Map<?, ?> map ? map : Map.of());
        if (value != null && !(value instanceof Map<?, ?>)) {
            root.problem(root.at(""), "the file is a map of settings, not " + Json.compact(value), null);
        }
        return root;
    }

    /** The folder of the file. */
    Path folder() {
        return java.util.Objects.requireNonNull(file.path().getParent());
    }

    /** The names of all members. */
    List<String> names() {
        return List.copyOf(members.keySet());
    }

    /** Whether the file says anything of a key. */
    boolean has(String key) {
        return members.get(key) != null;
    }

    /** The map below a key; an empty one where there is none. */
    Keys keys(String key) {
        Object value = value(key);
        if (value != null && !(value instanceof Map<?, ?>)) {
            wrong(key, "a map", null);
        }
        return new Keys(file, pointer(key), named(key), value instanceof Map<?, ?> map ? map : Map.of());
    }

    /** A text, or null. */
    @Nullable
    String text(String key) {
        Object value = value(key);
        return value == null ? null : text(value, pointer(key), named(key));
    }

    private @Nullable String text(Object value, String place, String what) {
        if (!(value instanceof String text) || text.isBlank()) {
            boolean scalar = value instanceof Number || value instanceof Boolean;
            problem(at(place), what + " takes text, got " + shown(what, value), scalar ? "put it in quotes" : null);
            return null;
        }
        try {
            return file.variables().replaced(text);
        } catch (Variables.Unset e) {
            problem(at(place), what + " " + e.getMessage(), e.hint());
            return null;
        }
    }

    /** A list of texts; empty where the file says nothing. */
    List<String> texts(String key) {
        Object value = value(key);
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof List<?> list)) {
            wrong(key, "a list of texts", value instanceof String ? "write [" + value + "]" : null);
            return List.of();
        }
        var texts = new ArrayList<String>();
        for (int i = 0; i < list.size(); i++) {
            Object item = list.get(i);
            String text = text(item == null ? "" : item, pointer(key) + "/" + i, named(key) + "[" + i + "]");
            if (text != null) {
                texts.add(text);
            }
        }
        return texts;
    }

    /** A path, absolute; a relative one begins at the folder of the file. */
    @Nullable
    Path path(String key) {
        String text = text(key);
        try {
            return text == null
                    ? null
                    : file.path().resolveSibling(text).toAbsolutePath().normalize();
        } catch (InvalidPathException e) {
            wrong(key, "a path", null);
            return null;
        }
    }

    /** A whole number, or {@code absent}. */
    long whole(String key, long least, long most, long absent) {
        Object value = value(key);
        if (value == null) {
            return absent;
        }
        if (value instanceof String text && Variables.anyIn(text)) {
            String replaced = text(key);
            if (replaced == null) {
                return absent;
            }
            if (replaced.matches("-?[0-9]{1,18}")) {
                value = Long.valueOf(replaced);
            }
        }
        boolean integral = value instanceof Integer || value instanceof Long;
        if (integral && value instanceof Number n && n.longValue() >= least && n.longValue() <= most) {
            return n.longValue();
        }
        boolean quoted = value instanceof String text && text.matches("[0-9]+");
        wrong(key, "a whole number from " + least + " to " + most, quoted ? "remove the quotes" : null);
        return absent;
    }

    /** Reports that a value is not what its key takes. */
    void wrong(String key, String takes, @Nullable String hint) {
        problem(key, named(key) + " takes " + takes + ", got " + shown(key, members.get(key)), hint);
    }

    /** A value as it may be shown: what may be a secret is not. */
    private static String shown(String key, @Nullable Object value) {
        if (key.endsWith("password") || key.endsWith("secret")) {
            return "something else";
        }
        String text = Json.compact(value);
        return key.endsWith("url") ? text.replaceAll("//[^/@]*@", "//...@") : text;
    }

    /** Reports something about the value of a key, or about the whole map where the file says nothing of the key. */
    void problem(String key, String message, @Nullable String hint) {
        problem(members.containsKey(key) ? at(pointer(key)) : keyAt(), message, hint);
    }

    private void problem(Location at, String message, @Nullable String hint) {
        file.problems().add(new Problem(at, message, hint, false));
    }

    /** Reports what is odd but serves. */
    void odd(String key, String message, @Nullable String hint) {
        file.problems().add(new Problem(at(pointer(key)), message, hint, true));
    }

    /** A key as problems call it. */
    String named(String key) {
        return name.isEmpty() ? key : name + "." + key;
    }

    private @Nullable Object value(String key) {
        known.add(key);
        return members.get(key);
    }

    private String pointer(String key) {
        return pointer + "/" + key.replace("~", "~0").replace("/", "~1");
    }

    private Location at(String place) {
        Location at = file.located().values().get(place);
        return at == null ? new Location(file.path().toString(), 0, 0) : at;
    }

    private Location keyAt() {
        Location at = file.located().keys().get(pointer);
        return at == null ? at(pointer) : at;
    }

    /** Reports the keys nobody asked for. */
    @Override
    public void close() {
        for (String key : members.keySet()) {
            if (!known.contains(key)) {
                Location at = file.located().keys().get(pointer(key));
                String where = name.isEmpty() ? "" : " in " + name;
                problem(
                        at == null ? keyAt() : at,
                        "unknown key \"" + key + "\"" + where,
                        Suggestions.hint(key, known, "known"));
            }
        }
    }
}
