package io.precinct.http.gateway;

import io.precinct.api.data.Data;
import io.precinct.core.api.dispatch.Caller;
import io.precinct.http.AccessCheck;
import io.precinct.http.gateway.Authenticator.Result;
import io.precinct.http.users.User;
import java.util.List;
import java.util.Set;

/**
 * Lets in who is a user, to what is exposed. Whoever is not one learns nothing, not even what there is: every path answers
 * alike. Thread-safe.
 */
final class GatewayAccess implements AccessCheck {
    static final String CHALLENGE = "Basic realm=\"precinct\", charset=\"UTF-8\"";

    private static final String UNAUTHENTICATED = "unauthenticated";
    private static final String THROTTLED = "throttled";
    private static final String BUSY = "busy";
    private static final String NOT_EXPOSED = "not_exposed";
    private static final int BUSY_SECONDS = 1;

    /** What clients say about themselves, and what is nobody's business behind this door. */
    private static final Set<String> HIDDEN = Set.of("x-detective", "authorization", "proxy-authorization");

    /** Where it is exposed, this needs no user: a delivery proves by the secret of its repository who sent it. */
    private static final Exposure WEBHOOKS = new Exposure(List.of("/repos/*/webhook"));

    private final Authenticator authenticator;
    private volatile Exposure exposure = new Exposure(List.of());

    GatewayAccess(Authenticator authenticator) {
        this.authenticator = authenticator;
    }

    /** Exposes this from now on. */
    void exposes(Exposure next) {
        exposure = next;
    }

    @Override
    public Verdict judge(Visitor visitor) {
        if (isDelivery(visitor)) {
            return new Verdict.Passes(stranger(visitor.caller()));
        }
        return switch (authenticator.authenticate(
                visitor.authorization(), visitor.caller().address())) {
            case Result.Is(User user) -> exposed(visitor, caller(visitor.caller(), user));
            case Result.Unnamed _ -> unauthenticated(visitor, "this service asks for a name and a password");
            case Result.Wrong _ -> unauthenticated(visitor, "the name or the password is wrong");
            case Result.Throttled(int retryAfter) ->
                refused(visitor, 429, THROTTLED, "too many attempts with a wrong name or password", retryAfter);
            case Result.Busy _ ->
                refused(visitor, 503, BUSY, "too many passwords are being checked, try again", BUSY_SECONDS);
        };
    }

    private boolean isDelivery(Visitor visitor) {
        return visitor.method().equals("POST")
                && WEBHOOKS.allows(visitor.rawPath())
                && exposure.allows(visitor.rawPath());
    }

    private Verdict exposed(Visitor visitor, Caller caller) {
        return exposure.allows(visitor.rawPath())
                ? new Verdict.Passes(caller)
                : new Verdict.Refused(404, NOT_EXPOSED, "no route for this path", 0, null, caller);
    }

    private static Verdict unauthenticated(Visitor visitor, String error) {
        return new Verdict.Refused(401, UNAUTHENTICATED, error, 0, CHALLENGE, stranger(visitor.caller()));
    }

    private static Verdict refused(Visitor visitor, int status, String code, String error, int retryAfter) {
        return new Verdict.Refused(status, code, error, retryAfter, null, stranger(visitor.caller()));
    }

    /** Nobody is an administrator here, wherever he sits. */
    private static Caller stranger(Caller caller) {
        return new Caller(caller.address(), false, false, null, Set.of());
    }

    private static Caller caller(Caller caller, User user) {
        return new Caller(
                caller.address(), false, false, Data.map("name", user.name(), "roles", user.roles()), user.roleSet());
    }

    @Override
    public String name() {
        return "gateway";
    }

    @Override
    public List<String> reasons() {
        return List.of(UNAUTHENTICATED, THROTTLED, BUSY, NOT_EXPOSED);
    }

    @Override
    public Set<String> hides() {
        return HIDDEN;
    }

    @Override
    public boolean readsPaths() {
        return true;
    }
}
