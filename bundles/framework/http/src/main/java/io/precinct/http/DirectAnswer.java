package io.precinct.http;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.data.MapBuilder;
import io.precinct.common.accept.AcceptHeader;
import java.util.Map;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/**
 * An answer that the listener gives by itself, because the request is refused or never became one: an object with
 * {@code error} and {@code code}, as JSON or, if the client asks for it, as RFC 9457 problem details, or a page that
 * shows them, for browsers. Immutable; the JSON of refusals under load is rendered once.
 */
final class DirectAnswer implements OwnAnswer {
    private static final String JSON = "application/json";
    private static final String PROBLEM = "application/problem+json";
    private static final String HTML = "text/html";

    static final DirectAnswer PREFLIGHT = new DirectAnswer(204, "", "", 0, null);
    static final DirectAnswer OVERLOADED =
            new DirectAnswer(503, "overloaded", "the service answers as many requests as it can, try again", 1, null);
    static final DirectAnswer RATE_LIMITED =
            new DirectAnswer(429, "rate_limited", "this client sends more requests per second than it may", 1, null);
    static final DirectAnswer SLOW_BODY =
            new DirectAnswer(408, "slow_body", "the request body arrived too slowly or not at all", 0, null);

    private final int status;
    private final String code;
    private final String error;
    private final int retryAfter;
    private final @Nullable String challenge;
    private final @Nullable String location;
    private final @Nullable String incident;
    private final byte[] json;

    private DirectAnswer(int status, String code, String error, int retryAfter, @Nullable String challenge) {
        this(status, code, error, retryAfter, challenge, null, null);
    }

    private DirectAnswer(
            int status,
            String code,
            String error,
            int retryAfter,
            @Nullable String challenge,
            @Nullable String location,
            @Nullable String incident) {
        this.status = status;
        this.code = code;
        this.error = error;
        this.retryAfter = retryAfter;
        this.challenge = challenge;
        this.location = location;
        this.incident = incident;
        this.json = status == 204 ? new byte[0] : Json.compactBytes(members(Data.mapBuilder()));
    }

    private Map<String, @Nullable Object> members(MapBuilder members) {
        members.put("error", error).put("code", code);
        return incident == null
                ? members.build()
                : members.put("incident", incident).build();
    }

    /** A refusal with a code for machines and a sentence for people. */
    static DirectAnswer of(int status, String code, String error) {
        return new DirectAnswer(status, code, error, 0, null);
    }

    /** The refusal of an entrance. */
    static DirectAnswer of(AccessCheck.Verdict.Refused refused) {
        return new DirectAnswer(
                refused.status(),
                refused.code(),
                refused.error(),
                refused.retryAfter(),
                refused.challenge(),
                refused.location(),
                null);
    }

    /** An unforeseen error with this status; {@code error} may be empty. */
    static DirectAnswer of(int status, String error) {
        String reason = HttpStatus.getMessage(status);
        String code = switch (status) {
            case 400 -> "bad_request";
            case 408 -> "timeout";
            case 413 -> "body_too_large";
            case 414 -> "uri_too_long";
            case 417 -> "expectation_failed";
            case 426 -> "upgrade_required";
            case 431 -> "headers_too_large";
            case 500 -> "internal_error";
            case 501 -> "not_implemented";
            case 505 -> "version_not_supported";
            default -> "http_" + status;
        };
        return new DirectAnswer(status, code, error.isEmpty() ? reason : error, 0, null);
    }

    /** The answer to a fault of this process; the incident is the number to look for in the log. */
    static DirectAnswer incident(String incident) {
        return new DirectAnswer(500, "internal_error", "the request could not be answered", 0, null, null, incident);
    }

    @Override
    public int status() {
        return status;
    }

    @Override
    public byte[] prepare(String rawPath, HttpFields request, HttpFields.Mutable fields) {
        if (retryAfter > 0) {
            fields.put(HttpHeader.RETRY_AFTER, retryAfter);
        }
        if (challenge != null) {
            fields.put(HttpHeader.WWW_AUTHENTICATE, challenge);
        }
        if (location != null) {
            fields.put(HttpHeader.LOCATION, location);
            fields.put(HttpHeader.CACHE_CONTROL, "no-store");
        }
        if (status == 204) {
            return json;
        }
        String wanted = wanted(request);
        byte[] content = switch (wanted) {
            case HTML -> ErrorPage.of(status, error, rawPath, facts());
            case PROBLEM -> problem();
            default -> json;
        };
        fields.add(HttpHeader.VARY, "Accept");
        fields.put(HttpHeader.CONTENT_TYPE, wanted.equals(HTML) ? ErrorPage.MEDIA_TYPE : wanted);
        fields.put(HttpHeader.CONTENT_LENGTH, content.length);
        return content;
    }

    /**
     * The media type that the client wants for an error: a page if it prefers one to data, as browsers do, problem
     * details if it names them in full, whatever else it accepts for other answers, and JSON in any other case.
     */
    private static String wanted(HttpFields request) {
        AcceptHeader accept = AcceptHeader.of(String.join(",", request.getValuesList(HttpHeader.ACCEPT)));
        if (accept.quality(HTML) > Math.max(accept.quality(JSON), accept.qualityByName(PROBLEM))) {
            return HTML;
        }
        return accept.quality(PROBLEM) > accept.quality(JSON) || accept.qualityByName(PROBLEM) > 0 ? PROBLEM : JSON;
    }

    private Map<String, String> facts() {
        return incident == null ? Map.of("code", code) : Map.of("incident", incident);
    }

    private byte[] problem() {
        return Json.compactBytes(members(Data.mapBuilder()
                .put("type", "about:blank")
                .put("title", HttpStatus.getMessage(status))
                .put("status", status)
                .put("detail", error)));
    }
}
