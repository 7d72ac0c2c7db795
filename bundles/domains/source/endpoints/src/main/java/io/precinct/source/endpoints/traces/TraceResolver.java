package io.precinct.source.endpoints.traces;

import io.precinct.api.data.Data;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Refusal;
import io.precinct.source.api.ParseProgress;
import io.precinct.source.api.SourceFault;
import io.precinct.source.endpoints.ListParameters;
import io.precinct.source.endpoints.Listing;
import io.precinct.source.endpoints.RepositoryLookup;
import io.precinct.source.endpoints.SourceEndpoint;
import io.precinct.source.endpoints.SourceResources;
import io.precinct.source.endpoints.Wait;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Resolves the traces of a batch one after the other; a failure affects the result of its trace only. For a single use.
 */
// @req:source-traces
final class TraceResolver {
    /**
     * After this time, no further trace of a batch begins: together with the last one, it is less than a request may
     * take.
     */
    private static final Duration TIME_LIMIT = Duration.ofSeconds(15);

    private final RepositoryLookup lookup;
    private final ListParameters parameters;
    private final long deadline = System.nanoTime() + TIME_LIMIT.toNanos();
    private final Wait wait = new Wait();
    private int decoding;

    TraceResolver(RepositoryLookup lookup, ListParameters parameters) {
        this.lookup = lookup;
        this.parameters = parameters;
    }

    /**
     * The result of a trace: {@code {status, repo, query, …, items[]}}.
     *
     * @param trace as the client sent it
     */
    Map<String, @Nullable Object> of(@Nullable Object trace) {
        if (!(trace instanceof Map<?, ?> map)) {
            return failed("invalid", Map.of(), "malformed", "a trace is an object {repo, query}", Map.of());
        }
        Map<String, @Nullable Object> sent = Data.freezeMap(map);
        try {
            Form form = Form.of(sent);
            TraceSpec spec = TraceSpec.read(form);
            SourceEndpoint.check(form);
            if (spec == null) {
                throw new IllegalStateException("a trace without query passed the check");
            }
            if (System.nanoTime() > deadline) {
                return failed(
                        "unavailable", sent, "batch_timeout", "the batch took too long before its turn came", Map.of());
            }
            Listing<?> listing = spec.listing(parameters);
            Listing.Page page = listing.of(lookup.named(spec.repo()), wait);
            decoding = Math.max(decoding, listing.decoding());
            return found(sent, page);
        } catch (Refusal refusal) {
            return failed("invalid", sent, refusal.code(), String.valueOf(refusal.getMessage()), refusal.members());
        } catch (SourceFault fault) {
            return failed(status(fault), sent, fault.code(), String.valueOf(fault.getMessage()), fault.members());
        }
    }

    /** {@link Listing#decoding} of all traces resolved so far. */
    int decoding() {
        return decoding;
    }

    /** A missing path may appear later; an unknown repository or ref is an error in the trace. */
    private static String status(SourceFault fault) {
        return fault.status() >= 500 ? "unavailable" : fault.code().equals("unknown_path") ? "not_found" : "invalid";
    }

    private static Map<String, @Nullable Object> found(Map<String, @Nullable Object> sent, Listing.Page page) {
        Map<String, @Nullable Object> payload = page.payload();
        int count = payload.get("items") instanceof List<?> items ? items.size() : 0;
        boolean several = count > 1 || SourceResources.NEXT_CURSOR.in(payload) != null;
        var result = Data.mapBuilder();
        if (!several && ParseProgress.REASON.equals(SourceResources.TRUNCATED_BY.in(payload))) {
            String why = "files of the repository are being parsed, so there may be more than what is known";
            result.put("status", "unavailable").putAll(payload);
            return result.put("query", sent.get("query"))
                    .put("error", why)
                    .put("code", ParseProgress.REASON)
                    .put("detail", why)
                    .build();
        }
        return result.put("status", several ? "ambiguous" : count == 1 ? "ok" : "not_found")
                .putAll(payload)
                .put("query", sent.get("query"))
                .build();
    }

    private static Map<String, @Nullable Object> failed(
            String status,
            Map<String, @Nullable Object> sent,
            String code,
            String error,
            Map<String, @Nullable Object> members) {
        return Data.mapBuilder()
                .put("status", status)
                .put("repo", sent.get("repo"))
                .put("query", sent.get("query"))
                .put("items", List.of())
                .put("error", error)
                .put("code", code)
                .put("detail", members.getOrDefault("detail", error))
                .putAll(members)
                .build();
    }
}
