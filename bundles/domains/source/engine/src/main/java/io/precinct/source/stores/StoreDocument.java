package io.precinct.source.stores;

import io.precinct.api.data.Json;
import io.precinct.source.git.PathRules;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All texts of a store as one JSON document nested at slashes, so that configuration queries and comparisons reach
 * every value by an expression. It has one value per line, so that a line number is meaningful.
 */
final class StoreDocument {
    /** Its path. A store with an entry of its own at this path keeps that. */
    static final String PATH = "parameters.json";

    private final StringBuilder out = new StringBuilder();

    private StoreDocument() {}

    /** The document of these files; values that are not UTF-8 are left out. */
    static byte[] of(Map<String, StoreFile> files) {
        var root = new TreeMap<String, Object>(PathRules::compare);
        files.forEach((path, file) -> {
            String text = text(file.bytes());
            if (text != null) {
                put(root, path, text);
            }
        });
        var document = new StoreDocument();
        document.write(root, 1);
        return document.out.append('\n').toString().getBytes(StandardCharsets.UTF_8);
    }

    @SuppressWarnings("unchecked") // a path is a text, and longer paths that begin with it are below a map
    private static void put(Map<String, Object> root, String path, String text) {
        Map<String, Object> at = root;
        String[] names = path.split("/", -1);
        for (int i = 0; i < names.length - 1; i++) {
            at = (Map<String, Object>)
                    at.computeIfAbsent(names[i], _ -> new TreeMap<String, Object>(PathRules::compare));
        }
        at.put(names[names.length - 1], text);
    }

    /** Whether a value is in the document. */
    static boolean isText(byte[] bytes) {
        return text(bytes) != null;
    }

    private static @Nullable String text(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    private void write(Map<?, ?> map, int depth) {
        out.append('{');
        String separator = "\n";
        for (Map.Entry<?, ?> member : map.entrySet()) {
            out.append(separator)
                    .repeat("  ", depth)
                    .append(Json.compact(member.getKey()))
                    .append(": ");
            separator = ",\n";
            if (member.getValue() instanceof Map<?, ?> below) {
                write(below, depth + 1);
            } else {
                out.append(Json.compact(member.getValue()));
            }
        }
        if (!map.isEmpty()) {
            out.append('\n').repeat("  ", depth - 1);
        }
        out.append('}');
    }
}
