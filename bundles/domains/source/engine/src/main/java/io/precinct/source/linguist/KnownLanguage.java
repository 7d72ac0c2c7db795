package io.precinct.source.linguist;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A language of Linguist's table.
 *
 * @param name as Linguist spells it, with {@code _} for a space
 * @param keys its name and its aliases, then the name of the language whose parser reads it too; each as {@link #key}
 *     makes it
 */
public record KnownLanguage(String name, List<String> keys) {
    public KnownLanguage {
        keys = List.copyOf(keys);
    }

    /** A name without what differs between spellings: {@code C#, c_sharp → csharp}, {@code C++ → cpp}. */
    public static String key(String name) {
        return name.toLowerCase(Locale.ROOT)
                .replace("+", "p")
                .replace("#", "sharp")
                .replaceAll("[^a-z0-9]", "");
    }

    /** Names by their keys, for {@link #in}; the first of two names with the same key counts. */
    public static Map<String, String> byKey(Collection<String> names) {
        var byKey = new TreeMap<String, String>();
        names.forEach(name -> byKey.putIfAbsent(key(name), name));
        return byKey;
    }

    /**
     * What this language is called elsewhere.
     *
     * @param byKey the names used there, from {@link #byKey} or with other values
     * @return null if it does not occur there
     */
    public <T> @Nullable T in(Map<String, T> byKey) {
        for (String key : keys) {
            T found = byKey.get(key);
            if (found != null) {
                return found;
            }
        }
        return null;
    }
}
