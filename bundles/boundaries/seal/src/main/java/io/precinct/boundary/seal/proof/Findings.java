package io.precinct.boundary.seal.proof;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.data.MalformedJson;
import io.precinct.api.data.MapBuilder;
import io.precinct.common.digest.Digests;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The findings of one check so far. */
final class Findings {
    private static final int PARTIAL_CONTENT = 206;

    final List<String> problems = new ArrayList<>();
    final List<String> unchecked = new ArrayList<>();

    SealVerdict verdict(@Nullable String root, List<String> crossings) {
        return new SealVerdict(root, crossings, problems, unchecked);
    }

    /** Compares the body of an answer with the last leaf, which binds the body. */
    void bound(SavedAnswer answer, Leaf last) {
        String sealed = last.out();
        if (sealed == null) {
            unchecked.add(
                    "the body cannot be checked: its leaf has no digest, because the payload has no canonical form");
            return;
        }
        if (answer.status() == PARTIAL_CONTENT) {
            unchecked.add("the body cannot be checked: it is a part, and the seal is that of the whole");
            return;
        }
        String digest;
        try {
            digest = digest(content(answer));
        } catch (MalformedJson e) {
            if (answer.status() == 0) {
                unchecked.add("the body cannot be checked: it is no JSON, and was saved without its header (curl -i)");
            } else {
                problems.add("the body is not the one that was sealed, which is JSON: " + e.getMessage());
            }
            return;
        } catch (Json.NotCanonical e) {
            problems.add("the body is not the one that was sealed, which has a digest: " + e.getMessage());
            return;
        }
        if (digest.equals(sealed)
                || sealed.equals(digest(blob(answer, Digests.sha1())))
                || sealed.equals(digest(blob(answer, Digests.sha256())))) {
            return;
        }
        if (isDescribed(answer, sealed)) {
            unchecked.add("the body cannot be checked: its seal knows its type and length only, which fit");
            return;
        }
        problems.add("the body is not the one that was sealed: expected the digest " + sealed + ", got " + digest);
    }

    private static String digest(@Nullable Object content) {
        return HexFormat.of().formatHex(Json.digest(content));
    }

    /**
     * The content that the last leaf binds: the value of JSON, a description of another body, or the absence of a body.
     */
    private static @Nullable Object content(SavedAnswer answer) throws MalformedJson {
        byte[] body = answer.body();
        if (answer.status() != 0 && body.length == 0) {
            return raw("", 0, answer.status(), null);
        }
        if (!answer.json()) {
            return Data.map(
                    "content_type", String.valueOf(answer.contentType()),
                    "length", body.length,
                    "sha256", Digests.sha256Hex(body));
        }
        Object value = ReceivedJson.read(body);
        return value instanceof Map<?, ?> map ? bare(map) : value;
    }

    private static Map<String, @Nullable Object> bare(Map<?, ?> document) {
        MapBuilder body = Data.mapBuilder();
        document.forEach((name, value) -> {
            if (!name.equals("_seal") && !name.equals("_trace")) {
                body.put((String) name, value);
            }
        });
        return body.build();
    }

    /** The description of an unrendered body (bytes or a stream) that is a whole git blob. */
    private static Object blob(SavedAnswer answer, MessageDigest gits) {
        byte[] body = answer.body();
        gits.update(("blob " + body.length + "\0").getBytes(StandardCharsets.US_ASCII));
        String id = HexFormat.of().formatHex(gits.digest(body));
        return raw(String.valueOf(answer.contentType()), body.length, answer.status(), id);
    }

    /** Whether a leaf binds a description of the body that states nothing about its content. */
    private static boolean isDescribed(SavedAnswer answer, String sealed) {
        String type = String.valueOf(answer.contentType());
        return sealed.equals(digest(raw(type, answer.body().length, answer.status(), null)))
                || sealed.equals(digest(raw(type, -1, answer.status(), null)));
    }

    private static Object raw(String type, int length, int status, @Nullable String blob) {
        return Data.map("content_type", type, "length", length, "status", status, "blob_id", blob);
    }
}
