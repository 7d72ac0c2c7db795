package io.precinct.boundary.inspect;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Reply;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Contract;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Json;
import io.precinct.common.digest.Digests;
import io.precinct.core.api.chain.ChainContext;
import io.precinct.core.api.chain.Formatters;
import io.precinct.core.api.chain.RepresentationTag;
import io.precinct.core.api.chain.RequestOptions;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Answers with an entity tag, so that a client that polls need not get an unchanged answer again. The tag is the digest
 * of the data, for each representation its own. It is compared here, so that an unchanged answer is neither sealed nor rendered nor compressed.
 */
final class Unchanged {
    private static final int DIGITS = 32;

    /** The request headers and answers of such an endpoint in addition to its data. */
    static final Contract CONTRACT = Contract.of(Answer.empty(304, "It is what If-None-Match names."))
            .and(Contract.of(Parameter.header("If-None-Match", Schema.text().example("W/\"0123\""))
                    .describedAs("The ETag of the answer that the client has.")));

    private Unchanged() {}

    /** The data, or 304 if the client has it; probed and traced answers are always complete. */
    static Reply or(Input input, Map<String, @Nullable Object> data) {
        if (inspected(input)) {
            return Reply.ok(data);
        }
        // Weak: an answer also has its seal, and every formatter writes it in its own way.
        String tag = "W/\"" + Digests.sha256Hex(Json.compactBytes(data)).substring(0, DIGITS) + '"';
        return answer(input, represented(input, tag), data, tag).header("Cache-Control", "no-cache");
    }

    private static Reply answer(
            Input input, @Nullable String represented, Map<String, @Nullable Object> data, String tag) {
        return represented != null
                        && input.headers().get("if-none-match") instanceof String tags
                        && RepresentationTag.isListed(tags, represented)
                ? Reply.of(304, Body.Bytes.NONE).header("ETag", represented)
                : Reply.ok(data).header("ETag", tag);
    }

    /** The tag that the answer will have once it is rendered, or null if the client accepts no rendering. */
    private static @Nullable String represented(Input input, String tag) {
        Formatters formatters = ChainContext.of(input).formatters();
        Formatters.Choice choice = formatters.choose(input.headers().optionalText("accept"), 200);
        return choice != null
                ? RepresentationTag.of(tag, choice.mediaType())
                : formatters.all().isEmpty() ? tag : null;
    }

    private static boolean inspected(Input input) {
        RequestOptions options = ChainContext.of(input).options();
        return options.verify() != null || options.trace() || options.sealLeaves();
    }
}
