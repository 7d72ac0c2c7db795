package io.precinct.core.dispatch;

import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.data.MalformedJson;
import io.precinct.api.data.MapBuilder;
import io.precinct.core.api.dispatch.Request;
import io.precinct.core.chain.ErrorReplies;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds {@code params} from the variables of the path and the body. */
final class ParamsBuilder {
    /** Deepest nesting of a body in levels: code that recurses into a body must not overflow its stack. */
    private static final int DEEPEST_BODY = 256;

    private static final String MERGE_PATCH = "application/merge-patch+json";
    private static final String JSON_PATCH = "application/json-patch+json";

    private ParamsBuilder() {}

    /** Either the params, or the error answer to a request whose params cannot be built. */
    sealed interface Built {
        record Params(Map<String, @Nullable Object> params) implements Built {}

        record Refused(Reply reply) implements Built {}
    }

    /**
     * Builds the params of a request.
     *
     * @param names names of the path's variables
     * @param values values of the path's variables, in the same order
     * @param limit limit for the body, in bytes
     */
    static Built build(Request request, RouteDeclaration route, List<String> names, List<String> values, long limit) {
        MapBuilder params = Data.mapBuilder();
        for (int i = 0; i < names.size(); i++) {
            params.put(names.get(i), values.get(i));
        }
        if (!request.hasBody()) {
            return new Built.Params(params.build());
        }
        String coding = request.header("content-encoding");
        if (coding != null && !coding.isBlank() && !coding.strip().equalsIgnoreCase("identity")) {
            // The content coding is not decoded here, so the body would be read as other content than the client has
            // sent.
            return new Built.Refused(ErrorReplies.error(
                            415,
                            "bodies are taken as they are, got one in " + coding.strip(),
                            "unsupported_content_coding")
                    .header("Accept-Encoding", "identity"));
        }
        String contentType = request.header("content-type");
        String mediaType = mediaType(contentType);
        if (!consumes(route, mediaType)) {
            return unsupported(route, mediaType);
        }
        // A route that does not consume JSON gets bodies unparsed, for example to check their signature.
        boolean parsed = json(mediaType) && consumesJson(route);
        if (parsed && contentType != null && !utf8(contentType)) {
            return refused(415, "JSON is UTF-8 (RFC 8259), got " + contentType, "unsupported_charset");
        }
        byte[] body;
        try {
            body = request.body(route.bodyLimit() > 0 ? route.bodyLimit() : limit);
        } catch (Request.BodyTooLarge e) {
            return refused(413, String.valueOf(e.getMessage()), "body_too_large", "limit", e.limit());
        } catch (IOException e) {
            return refused(400, "the request body did not arrive", "body_incomplete");
        }
        if (body.length == 0) {
            return new Built.Params(params.build());
        }
        return parsed ? fromJson(params, names, body) : fromText(params, contentType, mediaType, body);
    }

    private static boolean consumesJson(RouteDeclaration route) {
        for (String range : route.consumes()) {
            if (json(range)) {
                return true;
            }
        }
        return false;
    }

    private static Built fromJson(MapBuilder params, List<String> names, byte[] body) {
        Object document;
        try {
            document = Json.read(body, DEEPEST_BODY);
        } catch (MalformedJson e) {
            return refused(
                    400, "the body is not JSON: " + e.getMessage(), "bad_json", "line", e.line(), "column", e.column());
        }
        if (!(document instanceof Map<?, ?> members)) {
            return new Built.Params(params.put("body", document).build());
        }
        if (names.isEmpty()) {
            return new Built.Params(Data.freezeMap(members));
        }
        Map<String, @Nullable Object> variables = params.build();
        MapBuilder all = Data.mapBuilder().putAll(variables);
        for (Map.Entry<?, ?> member : members.entrySet()) {
            String name = String.valueOf(member.getKey());
            if (variables.containsKey(name)) {
                if (!String.valueOf(variables.get(name)).equals(String.valueOf(member.getValue()))) {
                    return refused(
                            422,
                            "the body contradicts the path: " + name,
                            "contradicting_parameter",
                            "field",
                            name,
                            "path",
                            variables.get(name),
                            "body",
                            member.getValue());
                }
            } else {
                all.put(name, member.getValue());
            }
        }
        return new Built.Params(all.build());
    }

    /**
     * Text is decoded in its charset; other content one character per byte (ISO 8859-1), as plain data has no bytes.
     */
    private static Built fromText(MapBuilder params, @Nullable String contentType, String mediaType, byte[] body) {
        Charset charset = mediaType.startsWith("text/") ? charset(contentType) : StandardCharsets.ISO_8859_1;
        if (charset == null) {
            return refused(415, "unknown charset in " + contentType, "unsupported_media_type");
        }
        return new Built.Params(params.put("body", new String(body, charset)).build());
    }

    private static Built unsupported(RouteDeclaration route, String mediaType) {
        String taken = String.join(", ", route.consumes());
        Reply reply = ErrorReplies.error(
                415,
                "this route does not take " + (mediaType.isEmpty() ? "such a body" : mediaType)
                        + (taken.isEmpty() ? "" : ", but " + taken),
                "unsupported_media_type",
                "available",
                route.consumes());
        // RFC 5789 §2.2
        return new Built.Refused(route.method().equals("patch") ? reply.header("Accept-Patch", taken) : reply);
    }

    private static Built refused(int status, String message, String code, @Nullable Object... more) {
        return new Built.Refused(ErrorReplies.error(status, message, code, more));
    }

    /**
     * Whether a route takes bodies of a media type; a body without one counts as JSON, and so does each {@code +json}.
     * Only a JSON Patch means something else than a merge patch that looks the same.
     */
    private static boolean consumes(RouteDeclaration route, String mediaType) {
        for (String range : route.consumes()) {
            boolean matches = range.equals("*/*")
                    || range.equals(mediaType)
                    || range.endsWith("/*") && mediaType.startsWith(range.substring(0, range.length() - 1))
                    || json(range) && json(mediaType) && !isOtherPatch(route, mediaType);
            if (matches) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOtherPatch(RouteDeclaration route, String mediaType) {
        return mediaType.equals(JSON_PATCH) && route.consumes().contains(MERGE_PATCH);
    }

    private static boolean json(String mediaType) {
        return mediaType.isEmpty() || mediaType.equals("application/json") || mediaType.endsWith("+json");
    }

    private static String mediaType(@Nullable String contentType) {
        if (contentType == null || contentType.equals("application/json")) {
            return contentType == null ? "" : contentType;
        }
        int semicolon = contentType.indexOf(';');
        return (semicolon < 0 ? contentType : contentType.substring(0, semicolon))
                .strip()
                .toLowerCase(Locale.ROOT);
    }

    private static boolean utf8(String contentType) {
        return contentType.indexOf(';') < 0 || StandardCharsets.UTF_8.equals(charset(contentType));
    }

    private static @Nullable Charset charset(@Nullable String contentType) {
        String lower = contentType == null ? "" : contentType.toLowerCase(Locale.ROOT);
        int at = lower.indexOf("charset=");
        if (at < 0) {
            return StandardCharsets.UTF_8;
        }
        try {
            return Charset.forName(lower.substring(at + 8).split("[;\\s]", 2)[0].replace("\"", ""));
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            return null;
        }
    }
}
