package io.precinct.configuration.compare;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.data.ListBuilder;
import io.precinct.api.data.MapBuilder;
import io.precinct.common.digest.Digests;
import io.precinct.common.secret.UrlSecrets;
import io.precinct.configuration.compare.diff.Pointer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Marks the secrets within the values of one comparison, so that they are compared by what they are and shown as
 * {@code ***}. Each line of a text that shows a placeholder is marked: as unknown if the caller is not granted the secret,
 * else with a keyed digest of it. Equal marks are equal secrets, unless they are unknown. Of a text that is a secret in one
 * place and readable in another, {@link #settled} makes the same mark, once all places have been read. Thread-safe.
 */
final class SecretMarks {
    private static final int KEY_BYTES = 16;
    private static final String UNKNOWN = "?";

    private final byte[] key = new byte[KEY_BYTES];

    /** Stands before a marked line. Nobody can guess it, so no value of a repository contains it. */
    private final String mark;

    private final Pattern marks;

    /** How the secrets that the caller may see are shown, by their digests; the shortest form shows least. */
    private final Map<String, String> seen = new ConcurrentHashMap<>();

    SecretMarks() {
        var random = new SecureRandom();
        random.nextBytes(key);
        byte[] unguessable = new byte[KEY_BYTES];
        random.nextBytes(unguessable);
        mark = "\uE000" + HexFormat.of().formatHex(unguessable);
        marks = Pattern.compile(mark + "(?:\\" + UNKNOWN + "|[0-9a-f]{64}:)");
    }

    /** A value with secrets that the caller does not see. */
    Object unknown(Object shown) {
        return switch (shown) {
            case String text -> unknown(text);
            case Map<?, ?> map -> {
                MapBuilder marked = Data.mapBuilder();
                map.forEach((name, member) ->
                        marked.put(String.valueOf(name), member == null ? null : unknown((Object) member)));
                yield marked.build();
            }
            case List<?> list -> {
                ListBuilder marked = Data.listBuilder();
                list.forEach(element -> marked.add(element == null ? null : unknown((Object) element)));
                yield marked.build();
            }
            default -> shown;
        };
    }

    private String unknown(String text) {
        return text.contains(UrlSecrets.MASK)
                ? Arrays.stream(text.split("\n", -1))
                        .map(line -> line.contains(UrlSecrets.MASK) ? mark + UNKNOWN + line : line)
                        .collect(Collectors.joining("\n"))
                : text;
    }

    /** A value that depends on secrets that the caller does not see. */
    Object unknown() {
        return mark + UNKNOWN + UrlSecrets.MASK;
    }

    /**
     * A value with secrets that the caller may see.
     *
     * @param shown as those see it who are not granted them
     * @param clear the same with the secrets
     */
    @Nullable
    Object known(@Nullable Object shown, @Nullable Object clear) {
        if (shown instanceof Map<?, ?> some
                && clear instanceof Map<?, ?> all
                && some.keySet().equals(all.keySet())) {
            MapBuilder marked = Data.mapBuilder();
            some.forEach((name, member) -> marked.put(String.valueOf(name), known(member, all.get(name))));
            return marked.build();
        }
        if (shown instanceof List<?> some && clear instanceof List<?> all && some.size() == all.size()) {
            ListBuilder marked = Data.listBuilder();
            for (int i = 0; i < some.size(); i++) {
                marked.add(known(some.get(i), all.get(i)));
            }
            return marked.build();
        }
        if (shown instanceof String some && clear instanceof String all) {
            return known(some, all);
        }
        return Data.equal(shown, clear) ? clear : known(clear);
    }

    private String known(String shown, String clear) {
        String[] lines = shown.split("\n", -1);
        String[] all = clear.split("\n", -1);
        if (lines.length != all.length) {
            return known(clear);
        }
        for (int i = 0; i < lines.length; i++) {
            // An empty line is no secret, and would be one everywhere.
            lines[i] = lines[i].equals(all[i]) || all[i].isBlank() ? all[i] : mark(digest(all[i]), lines[i]);
        }
        return String.join("\n", lines);
    }

    /** A value that depends on secrets that the caller may see. */
    String known(@Nullable Object clear) {
        return mark(digest(clear), UrlSecrets.MASK);
    }

    private String mark(String digest, String shown) {
        seen.merge(digest, shown, (one, other) -> one.length() <= other.length() ? one : other);
        return mark + digest + shown;
    }

    /** The value with one mark for each secret that the caller may see, also where that is readable in this value. */
    @Nullable
    Object settled(@Nullable Object value) {
        return seen.isEmpty() ? value : settledAll(value);
    }

    private @Nullable Object settledAll(@Nullable Object value) {
        return switch (value) {
            case String text -> settled(text);
            case Map<?, ?> map -> {
                MapBuilder settled = Data.mapBuilder();
                map.forEach((name, member) -> settled.put(String.valueOf(name), settledAll(member)));
                yield settled.build();
            }
            case List<?> list -> {
                ListBuilder settled = Data.listBuilder();
                list.forEach(element -> settled.add(settledAll(element)));
                yield settled.build();
            }
            case null, default -> value;
        };
    }

    private String settled(String text) {
        String whole = seen.get(digest(text));
        return whole != null
                ? mark + digest(text) + whole
                : Arrays.stream(text.split("\n", -1)).map(this::settledLine).collect(Collectors.joining("\n"));
    }

    private String settledLine(String line) {
        if (line.startsWith(mark + UNKNOWN)) {
            return line;
        }
        String digest = line.startsWith(mark) ? line.substring(mark.length(), line.indexOf(':') + 1) : digest(line);
        String shown = seen.get(digest);
        return shown == null ? line : mark + digest + shown;
    }

    private String digest(@Nullable Object clear) {
        byte[] bytes = clear instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : Json.compactBytes(clear);
        return HexFormat.of().formatHex(Digests.hmacSha256(key, bytes)) + ":";
    }

    /** Whether any secret is in a value. */
    boolean marked(@Nullable Object value) {
        return any(value, text -> text.contains(mark));
    }

    private boolean isUnknown(String text) {
        return text.contains(mark + UNKNOWN);
    }

    private static boolean any(@Nullable Object value, Predicate<String> test) {
        return switch (value) {
            case String text -> test.test(text);
            case Map<?, ?> map -> map.values().stream().anyMatch(member -> any(member, test));
            case List<?> list -> list.stream().anyMatch(element -> any(element, test));
            case null, default -> false;
        };
    }

    /** Tells the places (RFC 6901) of the secrets in a value that the caller does not see. */
    void places(String pointer, @Nullable Object value, Consumer<String> told) {
        switch (value) {
            case String text -> {
                if (isUnknown(text)) {
                    told.accept(pointer);
                }
            }
            case Map<?, ?> map ->
                map.forEach((name, member) -> places(Pointer.member(pointer, String.valueOf(name)), member, told));
            case List<?> list -> {
                for (int i = 0; i < list.size(); i++) {
                    places(pointer + "/" + i, list.get(i), told);
                }
            }
            case null, default -> {
                // No secret.
            }
        }
    }

    /** Whether two values that look different may be equal, because one of them holds a secret that is not seen. */
    boolean mayBeEqual(@Nullable Object one, @Nullable Object other) {
        if (isHidden(one) || isHidden(other)) {
            return true;
        }
        return one instanceof String first
                && other instanceof String second
                && (isUnknown(first) || isUnknown(second))
                && UrlSecrets.mask(shown(first)).equals(UrlSecrets.mask(shown(second)));
    }

    private boolean isHidden(@Nullable Object value) {
        return Objects.equals(value, unknown());
    }

    /** The value as it is shown: without marks. */
    @Nullable
    Object shown(@Nullable Object value) {
        return marked(value) ? withoutMarks(value) : value;
    }

    private @Nullable Object withoutMarks(@Nullable Object value) {
        return switch (value) {
            case String text -> shown(text);
            case Map<?, ?> map -> {
                MapBuilder shown = Data.mapBuilder();
                map.forEach((name, member) -> shown.put(String.valueOf(name), withoutMarks(member)));
                yield shown.build();
            }
            case List<?> list -> {
                ListBuilder shown = Data.listBuilder();
                list.forEach(element -> shown.add(withoutMarks(element)));
                yield shown.build();
            }
            case null, default -> value;
        };
    }

    /** A text as it is shown. */
    String shown(String text) {
        return marks.matcher(text).replaceAll("");
    }
}
