package io.precinct.boundary.format;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.data.MalformedJson;
import io.precinct.api.data.MapBuilder;
import io.precinct.core.api.chain.ReservedMembers;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Members of the framework that a formatter wrote into JSON although its payload has none. Stateless. */
final class ForgedMembers {
    private ForgedMembers() {}

    /** The same bytes if they hold none of them, else JSON without them. */
    static byte[] dropped(String contentType, byte[] content, @Nullable Object payload) {
        if (!isJson(contentType) || !mayHold(content)) {
            return content;
        }
        try {
            return Json.read(content) instanceof Map<?, ?> document ? without(document, content, payload) : content;
        } catch (MalformedJson noObject) {
            return content; // so nobody finds a member in it
        }
    }

    private static byte[] without(Map<?, ?> document, byte[] content, @Nullable Object payload) {
        MapBuilder kept = Data.mapBuilder();
        boolean forged = false;
        for (Map.Entry<?, ?> member : document.entrySet()) {
            String name = String.valueOf(member.getKey());
            if (ReservedMembers.NAMES.contains(name) && !(payload instanceof Map<?, ?> map && map.containsKey(name))) {
                forged = true;
            } else {
                kept.put(name, member.getValue());
            }
        }
        return forged ? Json.compactBytes(kept.build()) : content;
    }

    /** Whether a name of theirs may be in there, as it is or with escapes: most answers have none, and are not read. */
    private static boolean mayHold(byte[] content) {
        String text = new String(content, StandardCharsets.ISO_8859_1);
        return text.contains("\\u") || ReservedMembers.NAMES.stream().anyMatch(text::contains);
    }

    private static boolean isJson(String contentType) {
        int parameters = contentType.indexOf(';');
        String type = (parameters < 0 ? contentType : contentType.substring(0, parameters))
                .strip()
                .toLowerCase(Locale.ROOT);
        return type.equals("application/json") || type.endsWith("+json");
    }
}
