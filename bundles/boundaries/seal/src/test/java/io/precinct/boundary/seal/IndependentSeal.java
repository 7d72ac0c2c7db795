package io.precinct.boundary.seal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Recomputes a seal only from the text of the decisions, with a third-party parser and without any code under test.
 * Strings in its documents are plain ASCII and numbers are integers, so that canonical JSON is easy.
 */
final class IndependentSeal {
    private IndependentSeal() {}

    /** The document with its members sorted at every level. */
    static Object parse(byte[] json) throws IOException {
        try (JsonParser parser = new JsonFactory().createParser(json)) {
            parser.nextToken();
            return value(parser);
        }
    }

    private static Object value(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> {
                Map<String, Object> map = new TreeMap<>();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    parser.nextToken();
                    map.put(name, value(parser));
                }
                yield map;
            }
            case START_ARRAY -> {
                List<Object> list = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    list.add(value(parser));
                }
                yield list;
            }
            case VALUE_STRING -> parser.getText();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> parser.getLongValue();
        };
    }

    private static String canonical(Object value) {
        return switch (value) {
            case Map<?, ?> map ->
                "{"
                        + String.join(
                                ",",
                                map.entrySet().stream()
                                        .map(entry -> "\"" + entry.getKey() + "\":" + canonical(entry.getValue()))
                                        .toList())
                        + "}";
            case List<?> list ->
                "["
                        + String.join(
                                ",",
                                list.stream().map(IndependentSeal::canonical).toList()) + "]";
            case String text -> "\"" + text + "\"";
            case null, default -> String.valueOf(value);
        };
    }

    /** SHA-256 over the canonical JSON of a payload without {@code _trace} and {@code _seal}. */
    static String digest(Object payload) {
        Object bare = payload;
        if (payload instanceof Map<?, ?> map) {
            Map<Object, Object> without = new TreeMap<>(map);
            without.remove("_trace");
            without.remove("_seal");
            bare = without;
        }
        return HexFormat.of().formatHex(sha256(canonical(bare).getBytes(StandardCharsets.US_ASCII)));
    }

    /** The hash of {@code {seq, boundary, type_addr, in, out, status}}. */
    static byte[] leafHash(Map<?, ?> leaf) {
        Map<Object, Object> sealed = new TreeMap<>(leaf);
        sealed.keySet().retainAll(List.of("seq", "boundary", "type_addr", "in", "out", "status"));
        return sha256(concat(new byte[] {0}, canonical(sealed).getBytes(StandardCharsets.US_ASCII)));
    }

    /** RFC 9162 §2.1.1. */
    static byte[] root(List<byte[]> leafHashes) {
        if (leafHashes.size() == 1) {
            return leafHashes.getFirst();
        }
        int split = Integer.highestOneBit(leafHashes.size() - 1);
        byte[] left = root(leafHashes.subList(0, split));
        byte[] right = root(leafHashes.subList(split, leafHashes.size()));
        return sha256(concat(new byte[] {1}, left, right));
    }

    private static byte[] concat(byte[]... parts) {
        var all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
