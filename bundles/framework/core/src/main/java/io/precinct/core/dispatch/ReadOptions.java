package io.precinct.core.dispatch;

import io.precinct.core.api.chain.RequestOptions;
import io.precinct.core.api.dispatch.Request;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The options of a request for the framework itself, read from headers, the query or {@code Prefer} (RFC 7240), in this
 * order of precedence.
 *
 * @param options the options
 * @param preferred the verify value that was given by Prefer and must be confirmed, or null
 */
record ReadOptions(RequestOptions options, @Nullable String preferred) {
    /** No options. */
    static final ReadOptions NOTHING = new ReadOptions(RequestOptions.NONE, null);

    /**
     * Reads the options.
     *
     * @param query the query parameters, options of the framework included
     */
    // @req:probe-option
    static ReadOptions of(Request request, Map<String, @Nullable Object> query) {
        String verifyHeader = request.header(OptionNames.VERIFY_HEADER);
        String traceHeader = request.header(OptionNames.TRACE_HEADER);
        String sealHeader = request.header(OptionNames.SEAL_HEADER);
        String preferHeader = request.header(OptionNames.PREFER_HEADER);
        boolean quiet = verifyHeader == null
                && traceHeader == null
                && sealHeader == null
                && preferHeader == null
                && query.isEmpty();
        if (quiet) {
            return NOTHING;
        }
        String verify = value(verifyHeader, query.get(OptionNames.VERIFY_QUERY));
        String preferred = verify == null && preferHeader != null ? preference(preferHeader) : null;
        boolean trace = on(value(traceHeader, query.get(OptionNames.TRACE_QUERY)));
        boolean leaves = OptionNames.LEAVES.equals(value(sealHeader, query.get(OptionNames.SEAL_QUERY)));
        return new ReadOptions(
                new RequestOptions(verify == null ? preferred : verify, trace, leaves || trace), preferred);
    }

    /** The same options without verify, for a route on which it is switched off. */
    ReadOptions withoutVerify() {
        return options.verify() == null
                ? this
                : new ReadOptions(new RequestOptions(null, options.trace(), options.sealLeaves()), null);
    }

    /** The value of the header, else of the query parameter; trimmed; null if both are absent or blank. */
    private static @Nullable String value(@Nullable String header, @Nullable Object query) {
        String fromHeader = header == null ? "" : header.strip();
        if (!fromHeader.isEmpty()) {
            return fromHeader;
        }
        Object last = query instanceof List<?> list ? list.getLast() : query;
        String fromQuery = last instanceof String text ? text.strip() : "";
        return fromQuery.isEmpty() ? null : fromQuery;
    }

    private static boolean on(@Nullable String value) {
        return "1".equals(value) || "true".equals(value);
    }

    private static @Nullable String preference(String prefer) {
        for (String item : prefer.split(",")) {
            String[] parts = item.split(";", 2)[0].split("=", 2);
            if (parts.length == 2 && parts[0].strip().equalsIgnoreCase(OptionNames.PREFER_VERIFY)) {
                String value = unquoted(parts[1].strip());
                return value.isEmpty() ? null : value;
            }
        }
        return null;
    }

    private static String unquoted(String text) {
        boolean quoted = text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"");
        return (quoted ? text.substring(1, text.length() - 1) : text).strip();
    }
}
