package io.precinct.formatter.json;

import io.precinct.api.data.Data;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The payload of an error as the members of problem details (RFC 9457 §3). */
final class ProblemDetails {
    private static final Set<String> RESERVED = Set.of("type", "title", "status", "detail", "instance");

    private ProblemDetails() {}

    /**
     * {@code type} is always {@code about:blank}, for which {@code title} must be the phrase of the status (§4.2.1).
     * The error's text is the {@code detail}; further members follow under their names, or as {@code payload_<name>}
     * if the standard uses that name. A payload that is not a map becomes {@code body}.
     */
    static Map<String, @Nullable Object> of(int status, @Nullable Object payload) {
        var problem = Data.mapBuilder()
                .put("type", "about:blank")
                .put("title", phrase(status))
                .put("status", status);
        if (!(payload instanceof Map<?, ?> members)) {
            return problem.put("body", payload).build();
        }
        if (members.get("error") instanceof String error) {
            problem.put("detail", error);
        }
        members.forEach((key, value) -> {
            String name = String.valueOf(key);
            if (RESERVED.contains(name)) {
                problem.put("payload_" + name, value);
            } else if (!(name.equals("error") && value instanceof String)) {
                problem.put(name, value);
            }
        });
        return problem.build();
    }

    /** The registered reason phrase of a status, or that of its class if the status is not registered. */
    private static String phrase(int status) {
        return switch (status) {
            case 401 -> "Unauthorized";
            case 402 -> "Payment Required";
            case 403 -> "Forbidden";
            case 404 -> "Not Found";
            case 405 -> "Method Not Allowed";
            case 406 -> "Not Acceptable";
            case 407 -> "Proxy Authentication Required";
            case 408 -> "Request Timeout";
            case 409 -> "Conflict";
            case 410 -> "Gone";
            case 411 -> "Length Required";
            case 412 -> "Precondition Failed";
            case 413 -> "Content Too Large";
            case 414 -> "URI Too Long";
            case 415 -> "Unsupported Media Type";
            case 416 -> "Range Not Satisfiable";
            case 417 -> "Expectation Failed";
            case 421 -> "Misdirected Request";
            case 422 -> "Unprocessable Content";
            case 423 -> "Locked";
            case 424 -> "Failed Dependency";
            case 425 -> "Too Early";
            case 426 -> "Upgrade Required";
            case 428 -> "Precondition Required";
            case 429 -> "Too Many Requests";
            case 431 -> "Request Header Fields Too Large";
            case 451 -> "Unavailable For Legal Reasons";
            case 501 -> "Not Implemented";
            case 502 -> "Bad Gateway";
            case 503 -> "Service Unavailable";
            case 504 -> "Gateway Timeout";
            case 505 -> "HTTP Version Not Supported";
            case 507 -> "Insufficient Storage";
            case 508 -> "Loop Detected";
            case 511 -> "Network Authentication Required";
            default -> status < 500 ? "Bad Request" : "Internal Server Error";
        };
    }
}
