package io.precinct.core.chain;

import io.precinct.core.api.chain.RequestOptions;
import io.precinct.core.api.dispatch.Caller;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The input of a run: what {@code Dispatch.build_input} builds from a request, and the options of the run.
 *
 * @param method lower-case HTTP method
 * @param path decoded path
 * @param params path variables and members of the body, frozen
 * @param query query parameters, frozen, options of the framework removed
 * @param headers request headers by lower-case name
 * @param service {@code {verify, trace}} as boundaries read it
 * @param options what the request asks of the framework
 * @param adapter the adapter that received it, or null
 * @param caller who sent it
 * @param strict whether input is strict: read once, when the request enters
 * @param enteredNanos when the request entered, {@link System#nanoTime()}
 */
public record RunStart(
        String method,
        String path,
        Map<String, @Nullable Object> params,
        Map<String, @Nullable Object> query,
        Map<String, @Nullable Object> headers,
        Map<String, @Nullable Object> service,
        RequestOptions options,
        @Nullable String adapter,
        Caller caller,
        boolean strict,
        long enteredNanos) {
    /** True for a method that may change something (RFC 9110 §9.2.1). */
    boolean unsafe() {
        return switch (method) {
            case "get", "head", "options", "trace" -> false;
            default -> true;
        };
    }
}
