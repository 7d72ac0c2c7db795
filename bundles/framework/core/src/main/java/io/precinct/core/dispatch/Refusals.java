package io.precinct.core.dispatch;

import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.boundary.RouteDeclaration.Access;
import io.precinct.core.api.config.VerifyPolicy;
import io.precinct.core.api.dispatch.Caller;
import io.precinct.core.api.dispatch.Request;
import io.precinct.core.chain.Chain;
import io.precinct.core.chain.ErrorReplies;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The errors with which a request is refused before its chain runs. */
final class Refusals {
    private Refusals() {}

    /**
     * The error with which a route refuses a request, or null.
     *
     * @param method lower case
     * @param verify the value of the verify option, or null
     * @param everDeployed whether a boundary of this name was deployed before
     */
    static @Nullable Reply onRoute(
            Chain chain, Request request, String method, @Nullable String verify, Predicate<String> everDeployed) {
        RouteDeclaration route = Objects.requireNonNull(chain.route()).declaration();
        Caller caller = request.caller();
        if (route.access() == Access.ADMIN && !caller.admin()) {
            return adminOnly(caller);
        }
        if (caller.identity() != null && !caller.admin() && !route.permission().includes(caller.roles())) {
            return roleRequired(route.permission().roles());
        }
        if (!chain.missing().isEmpty()) {
            return notDeployed(chain.missing(), everDeployed);
        }
        Reply noProbe = verify == null ? null : probe(chain, verify, caller, everDeployed);
        return noProbe != null ? noProbe : notAcceptable(chain, route, request, method);
    }

    private static @Nullable Reply probe(Chain chain, String verify, Caller caller, Predicate<String> everDeployed) {
        if (!chain.environment().verifies()) {
            return notDeployed(List.of("verify_route"), everDeployed);
        }
        String role = chain.verify().requires();
        if (role != null && !caller.roles().contains(role) && !caller.admin()) {
            return ErrorReplies.error(
                    403, "probing this route requires a role", "role_required", "failed_requirement", role);
        }
        if (!verify.startsWith(OptionNames.RECORD)) {
            return null;
        }
        VerifyPolicy policy = chain.environment().configuration().verify();
        if (!policy.record()) {
            return ErrorReplies.error(403, "recording is off; verify.record: true turns it on", "recording_off");
        }
        return caller.admin() && caller.loopback() ? null : adminOnly(caller);
    }

    // @req:route-permission
    private static Reply roleRequired(List<String> roles) {
        return ErrorReplies.error(
                403,
                "this needs " + (roles.size() == 1 ? "the role " : "one of the roles ") + String.join(", ", roles),
                "role_required",
                "roles",
                roles);
    }

    private static Reply adminOnly(Caller caller) {
        String message = "this operation needs loopback and the token of the running instance";
        return caller.loopback()
                ? ErrorReplies.error(401, message, "admin_only").header("WWW-Authenticate", "Bearer")
                : ErrorReplies.error(403, message, "admin_only");
    }

    private static Reply notDeployed(List<String> missing, Predicate<String> everDeployed) {
        Reply reply = ErrorReplies.error(
                503, "not deployed right now: " + String.join(", ", missing), "not_deployed", "missing", missing);
        return missing.stream().anyMatch(everDeployed) ? reply.header("Retry-After", "1") : reply;
    }

    /**
     * 406 if no formatter can answer in a media type that the client accepts, or null. Checked before the chain runs,
     * because an unsafe method would have had its effect by the time the answer is rendered.
     */
    private static @Nullable Reply notAcceptable(Chain chain, RouteDeclaration route, Request request, String method) {
        if (method.equals("get") || method.equals("head") || !route.produces().isEmpty()) {
            return null;
        }
        var formatters = chain.environment().formatters();
        boolean none = !formatters.all().isEmpty() && formatters.choose(request.header("accept"), 200) == null;
        return none
                ? ErrorReplies.error(
                        406, "no acceptable representation", "not_acceptable", "available", formatters.mediaTypes())
                : null;
    }

    /** The answer before the first configuration. */
    static Reply notConfigured() {
        return ErrorReplies.error(503, "no configuration has been loaded yet", "not_configured")
                .header("Retry-After", "1");
    }

    static Reply noPlace(int most) {
        return ErrorReplies.error(
                        503, "this route serves " + most + " requests at once and has them, try again", "bulkhead")
                .header("Retry-After", "1");
    }

    static Reply badRequest(String reason) {
        return ErrorReplies.error(400, reason, "bad_request");
    }

    /** The answer for a path that has routes, but none for this method. */
    static Reply otherMethods(Request request, String method, List<String> methods) {
        var allowed = new TreeSet<>(methods);
        if (allowed.contains("GET")) {
            allowed.add("HEAD");
        }
        allowed.add("OPTIONS");
        String allow = String.join(", ", allowed);
        if (method.equals("options")) {
            return Reply.empty(204).header("Allow", allow);
        }
        return ErrorReplies.error(
                        405,
                        "this path does not answer " + request.method(),
                        "method_not_allowed",
                        "allowed",
                        List.copyOf(allowed))
                .header("Allow", allow);
    }

    /**
     * The answer for a path without a route.
     *
     * @param nearest a similar pattern, or null
     */
    static Reply nothing(Request request, String method, @Nullable String nearest) {
        if (method.equals("options") && request.rawPath().equals("*")) {
            return Reply.empty(204);
        }
        return nearest == null
                ? ErrorReplies.error(404, "no route for this path", "no_route")
                : ErrorReplies.error(404, "no route for this path", "no_route", "nearest", nearest);
    }
}
