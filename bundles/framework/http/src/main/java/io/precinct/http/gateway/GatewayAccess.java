package io.precinct.http.gateway;

import io.precinct.api.boundary.RouteDeclaration.Access;
import io.precinct.api.boundary.RouteDeclaration.Exposure;
import io.precinct.api.data.Data;
import io.precinct.common.uri.ExposedPaths;
import io.precinct.core.api.dispatch.Caller;
import io.precinct.core.api.dispatch.Dispatcher;
import io.precinct.core.api.dispatch.RouteAccess;
import io.precinct.http.AccessCheck;
import io.precinct.http.gateway.Authenticator.Result;
import io.precinct.http.users.User;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lets in who is a user, to what is exposed. Whoever is not one learns nothing, not even what there is: every path answers
 * alike, except for exposed routes whose boundaries check a proof of their own. The core is asked for
 * each request what its route declares, so that this comes and goes with the route. Thread-safe.
 */
final class GatewayAccess implements AccessCheck {
    static final String CHALLENGE = "Basic realm=\"precinct\", charset=\"UTF-8\"";

    private static final String UNAUTHENTICATED = "unauthenticated";
    private static final String THROTTLED = "throttled";
    private static final String BUSY = "busy";
    private static final String NOT_EXPOSED = "not_exposed";
    private static final String ROLE_REQUIRED = "role_required";
    private static final String BROWSER = "browser";

    /** What administration through the gateway asks for: no form can send it, and no page without asking first. */
    static final String DELIBERATE = "X-Service-Admin";

    /** What only browsers send. */
    private static final List<String> OF_BROWSERS = List.of("Origin", "Sec-Fetch-Site");

    private static final int BUSY_SECONDS = 1;

    /** What no boundary behind the gateway sees, whatever its route declares. */
    private static final Set<String> CREDENTIALS = Set.of("authorization", "proxy-authorization");

    private final Authenticator authenticator;
    private final Dispatcher dispatcher;
    private volatile ExposedPaths exposure = new ExposedPaths(List.of(), Optional.empty());
    private volatile Hidden hidden = Hidden.beside(Set.of());

    GatewayAccess(Authenticator authenticator, Dispatcher dispatcher) {
        this.authenticator = authenticator;
        this.dispatcher = dispatcher;
    }

    /**
     * The headers that are removed from requests.
     *
     * @param declared by routes, as those by which clients say who they are
     * @param all these and the credentials
     */
    private record Hidden(Set<String> declared, Set<String> all) {
        static Hidden beside(Set<String> declared) {
            var all = new HashSet<>(declared);
            all.addAll(CREDENTIALS);
            return new Hidden(declared, Set.copyOf(all));
        }
    }

    /** Exposes this from now on. */
    void exposes(ExposedPaths next) {
        exposure = next;
    }

    @Override
    public Verdict judge(Visitor visitor) {
        RouteAccess route = exposed(visitor);
        if (route != null && route.access() == Access.PROVEN && exposure.isListed()) {
            return new Verdict.Passes(stranger(visitor.caller()));
        }
        return switch (authenticator.authenticate(
                visitor.authorization(), visitor.caller().address())) {
            case Result.Is(User user) -> verdict(route, visitor, user);
            case Result.Unnamed _ -> unauthenticated(visitor, "this service asks for a name and a password");
            case Result.Wrong _ -> unauthenticated(visitor, "the name or the password is wrong");
            case Result.Throttled(int retryAfter) ->
                refused(visitor, 429, THROTTLED, "too many attempts with a wrong name or password", retryAfter);
            case Result.Busy _ ->
                refused(visitor, 503, BUSY, "too many passwords are being checked, try again", BUSY_SECONDS);
        };
    }

    /** What the route of a request declares, or null if it is not exposed. */
    private @Nullable RouteAccess exposed(Visitor visitor) {
        ExposedPaths now = exposure;
        if (!now.admits(visitor.rawPath())) {
            return null;
        }
        RouteAccess route = dispatcher.access(visitor.method(), visitor.rawPath());
        return route.access() != Access.ADMIN && includes(now, route.exposure()) ? route : null;
    }

    private static boolean includes(ExposedPaths paths, Exposure declared) {
        return switch (declared) {
            case NEVER -> false;
            case CONFIGURED -> paths.isListed();
            case DEFAULT -> true;
        };
    }

    // @req:gateway-admin
    private Verdict verdict(@Nullable RouteAccess exposed, Visitor visitor, User user) {
        Caller caller = caller(visitor.caller(), user, false);
        if (exposed != null) {
            return new Verdict.Passes(caller);
        }
        Optional<String> role = exposure.administrators(visitor.rawPath());
        if (role.isEmpty()
                || dispatcher.access(visitor.method(), visitor.rawPath()).access() != Access.ADMIN) {
            return new Verdict.Refused(404, NOT_EXPOSED, "no route for this path", 0, null, caller);
        }
        if (!user.roleSet().contains(role.get())) {
            return forbidden(ROLE_REQUIRED, "administration here needs the role " + role.get(), caller);
        }
        if (visitor.header().apply(DELIBERATE) == null
                || OF_BROWSERS.stream().anyMatch(name -> visitor.header().apply(name) != null)) {
            return forbidden(
                    BROWSER, "administration is for programs, which send the header " + DELIBERATE + ": 1", caller);
        }
        return new Verdict.Passes(caller(visitor.caller(), user, true));
    }

    private static Verdict forbidden(String code, String error, Caller caller) {
        return new Verdict.Refused(403, code, error, 0, null, caller);
    }

    private static Verdict unauthenticated(Visitor visitor, String error) {
        return new Verdict.Refused(401, UNAUTHENTICATED, error, 0, CHALLENGE, stranger(visitor.caller()));
    }

    private static Verdict refused(Visitor visitor, int status, String code, String error, int retryAfter) {
        return new Verdict.Refused(status, code, error, retryAfter, null, stranger(visitor.caller()));
    }

    /** A stranger is no administrator, wherever he sits. */
    private static Caller stranger(Caller caller) {
        return new Caller(caller.address(), false, false, null, Set.of());
    }

    private static Caller caller(Caller caller, User user, boolean admin) {
        return new Caller(
                caller.address(), false, admin, Data.map("name", user.name(), "roles", user.roles()), user.roleSet());
    }

    @Override
    public String name() {
        return "gateway";
    }

    @Override
    public List<String> reasons() {
        return List.of(UNAUTHENTICATED, THROTTLED, BUSY, NOT_EXPOSED, ROLE_REQUIRED, BROWSER);
    }

    @Override
    public Set<String> hides() {
        Set<String> declared = dispatcher.principalHeaders();
        Hidden now = hidden;
        if (!now.declared().equals(declared)) {
            now = Hidden.beside(declared);
            hidden = now; // two threads at once both make the same
        }
        return now.all();
    }

    @Override
    public boolean readsPaths() {
        return true;
    }
}
