package io.precinct.boundary.verifyroute;

import io.precinct.api.boundary.Headers;
import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Data;
import io.precinct.core.api.chain.ChainContext;
import io.precinct.core.api.chain.RouteInfo;
import io.precinct.core.api.chain.Scenario;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The answers of the probe. */
final class ProbeAnswer {
    private static final int UNPROCESSABLE = 422;

    private final ChainContext chain;
    private final String option;

    ProbeAnswer(ChainContext chain, String option) {
        this.chain = chain;
        this.option = option;
    }

    /** Value of the verify option. */
    String option() {
        return option;
    }

    /** Name of the route, or null. */
    @Nullable
    String route() {
        RouteInfo route = chain.route();
        return route == null ? null : route.name();
    }

    /** If all scenarios passed: the answer with {@code _verify} added. */
    // @req:probe-all-pass
    Reply verified(List<Result> results) {
        return with("_verify", results.stream().map(Result::toData).toList(), "X-Service-Verified", results.size());
    }

    /** The answer if a scenario failed. */
    // @req:probe-mismatch
    Reply mismatch(List<Result> failed) {
        return error(
                "scenario mismatch",
                "scenarios",
                failed.stream().map(Result::toData).toList());
    }

    /** The answer if the route has no scenario, or none of this name. */
    // @req:probe-no-scenarios
    Reply noScenarios() {
        return error(
                "no scenarios found",
                "available",
                chain.scenarios().stream().map(Scenario::name).toList());
    }

    /**
     * The answer with one more member; its status and type address stay. A raw body has no members and gets a header
     * instead.
     */
    Reply with(String member, Object value, String header, Object headerValue) {
        Reply reply = chain.reply();
        return reply.body().raw() ? reply.header(header, headerValue.toString()) : reply.with(member, value);
    }

    /**
     * A 422 in place of the answer: {@code {error, route, verify}} and one more member. If the request has changed
     * something, the answer states that, so that the client does not repeat the request by mistake.
     */
    Reply error(String error, String member, @Nullable Object value) {
        chain.typeAddr(chain.errorTypeAddr());
        Map<String, @Nullable Object> payload =
                Data.map("error", error, "route", route(), "verify", option, member, value);
        return Reply.of(UNPROCESSABLE, payload).headers(chain.committed() ? committed() : Headers.NONE);
    }

    private Headers committed() {
        Headers headers = Headers.NONE.with("X-Service-Committed", "true");
        String location = chain.reply().headers().first("Location");
        return location == null ? headers : headers.with("Location", location);
    }
}
