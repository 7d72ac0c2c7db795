package io.precinct.http.gateway;

import io.precinct.api.boundary.RouteDeclaration.Access;
import io.precinct.api.boundary.RouteDeclaration.Exposure;
import io.precinct.api.data.Data;
import io.precinct.common.uri.ExposedPaths;
import io.precinct.core.api.dispatch.Caller;
import io.precinct.core.api.dispatch.Dispatcher;
import io.precinct.core.api.dispatch.GatewayExposure;
import io.precinct.core.api.dispatch.Request;
import io.precinct.core.api.dispatch.RouteAccess;
import io.precinct.http.AccessCheck;
import io.precinct.http.OwnAnswer;
import io.precinct.http.gateway.Authenticator.Result;
import io.precinct.http.users.User;
import io.precinct.http.users.Users;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets users reach the exposed paths. All others learn nothing, not even which paths exist: every path answers alike,
 * except for exposed routes whose boundaries check a proof of their own. For each request, the declarations of its
 * route are read from the core, so that they come and go with the route. Thread-safe.
 */
final class GatewayAccess implements AccessCheck {
    static final String CHALLENGE = "Basic realm=\"precinct\", charset=\"UTF-8\"";

    private static final String UNAUTHENTICATED = "unauthenticated";
    private static final String THROTTLED = "throttled";
    private static final String BUSY = "busy";
    private static final String NOT_EXPOSED = "not_exposed";
    private static final String ROLE_REQUIRED = "role_required";
    private static final String BROWSER = "browser";
    private static final String FORGED = "csrf";
    private static final String UNNAMED = "this service asks for a name and a password";

    /**
     * The header that administration through the gateway requires: no form can send it, and no page without a
     * preflight.
     */
    static final String DELIBERATE = "X-Service-Admin";

    private static final String DELIBERATE_NAME = DELIBERATE.toLowerCase(Locale.ROOT);
    private static final String COOKIE = "cookie";

    /** Headers that only browsers send. */
    private static final List<String> OF_BROWSERS = List.of("origin", "sec-fetch-site");

    private static final int BUSY_SECONDS = 1;

    /** Headers that no boundary behind the gateway sees, whatever its route declares. */
    private static final Set<String> CREDENTIALS = Set.of("authorization", "proxy-authorization");

    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");

    private final Authenticator authenticator;
    private final Sessions sessions;
    private final SignIn signIn;
    private final Supplier<Users> users;
    private final Dispatcher dispatcher;
    private volatile Exposed exposed = new Exposed(new ExposedPaths(List.of()), Optional.empty(), Optional.empty());
    private volatile Hidden hidden = Hidden.beside(Set.of());

    GatewayAccess(Authenticator authenticator, Sessions sessions, Supplier<Users> users, Dispatcher dispatcher) {
        this.authenticator = authenticator;
        this.sessions = sessions;
        this.signIn = new SignIn(authenticator, sessions, users);
        this.users = users;
        this.dispatcher = dispatcher;
    }

    /**
     * What is exposed, and to whom.
     *
     * @param paths the paths that are exposed to every user
     * @param administrators the role to which administration is exposed; empty: to nobody
     * @param viewers the role to which everything is exposed except routes that are declared never exposed; empty: to
     *     nobody, and nobody signs in
     */
    private record Exposed(ExposedPaths paths, Optional<String> administrators, Optional<String> viewers)
            implements GatewayExposure.Exposed {
        @Override
        public boolean reaches(Set<String> roles, RouteAccess route, String rawPath) {
            return exposesToAll(route, rawPath)
                    || route.access() != Access.ADMIN && route.exposure() != Exposure.NEVER && showsAll(roles, rawPath);
        }

        @Override
        public boolean reachesSome(Set<String> roles, RouteAccess route, String pattern) {
            return route.access() != Access.ADMIN
                    && (paths.admitsSome(pattern) && includes(paths, route.exposure())
                            || route.exposure() != Exposure.NEVER && views(roles));
        }

        private boolean exposesToAll(RouteAccess route, String rawPath) {
            return route.access() != Access.ADMIN && paths.admits(rawPath) && includes(paths, route.exposure());
        }

        private boolean views(Set<String> roles) {
            return viewers.isPresent() && roles.contains(viewers.get());
        }

        /** Whether a user with these roles may see everything that is not declared never exposed. */
        private boolean showsAll(Set<String> roles, String rawPath) {
            return views(roles) && paths.isPlain(rawPath);
        }
    }

    /**
     * The headers that are removed from requests.
     *
     * @param declared by routes, as headers that identify clients
     * @param all these and the credentials
     * @param withCookies all, and the cookies, which include the session's
     */
    private record Hidden(Set<String> declared, Set<String> all, Set<String> withCookies) {
        static Hidden beside(Set<String> declared) {
            var all = new HashSet<>(declared);
            all.addAll(CREDENTIALS);
            var withCookies = new HashSet<>(all);
            withCookies.add(COOKIE);
            withCookies.add(SignIn.CSRF);
            return new Hidden(declared, Set.copyOf(all), Set.copyOf(withCookies));
        }
    }

    /** Exposes this from now on: to users, to the role of administrators, and to that of viewers. */
    void exposes(ExposedPaths paths, Optional<String> administrators, Optional<String> viewers) {
        exposed = new Exposed(paths, administrators, viewers);
    }

    /** Returns what is exposed now. */
    GatewayExposure.Exposed exposed() {
        return exposed;
    }

    @Override
    public boolean owns(String rawPath) {
        return exposed.viewers().isPresent() && SignIn.owns(rawPath);
    }

    @Override
    public OwnAnswer answer(Request request) {
        return signIn.answer(request, exposed.administrators());
    }

    @Override
    public Verdict judge(Visitor visitor) {
        Exposed now = exposed;
        RouteAccess route = now.paths().isPlain(visitor.rawPath())
                ? dispatcher.access(visitor.method(), visitor.rawPath())
                : RouteAccess.NO_ROUTE;
        boolean forAll = now.exposesToAll(route, visitor.rawPath());
        if (forAll && route.access() == Access.PROVEN && now.paths().isListed()) {
            return passes(visitor, stranger(visitor.caller()), null, Verdict.ALWAYS);
        }
        if (now.viewers().isPresent() && visitor.authorization().isEmpty()) {
            Sessions.Open session = sessions.find(visitor.header().apply(COOKIE), users.get());
            return session == null
                    ? signInFirst(visitor)
                    : verdict(now, route, forAll, visitor, session.user(), session);
        }
        return switch (authenticator.authenticate(
                visitor.authorization(), visitor.caller().address())) {
            case Result.Is(User user) -> verdict(now, route, forAll, visitor, user, null);
            case Result.Unnamed _ -> unauthenticated(visitor, UNNAMED, CHALLENGE, null);
            case Result.Wrong _ -> unauthenticated(visitor, "the name or the password is wrong", CHALLENGE, null);
            case Result.Throttled(int retryAfter) ->
                refused(visitor, 429, THROTTLED, "too many attempts with a wrong name or password", retryAfter);
            case Result.Busy _ ->
                refused(visitor, 503, BUSY, "too many passwords are being checked, try again", BUSY_SECONDS);
        };
    }

    private static boolean includes(ExposedPaths paths, Exposure declared) {
        return switch (declared) {
            case NEVER, OPERATORS -> false;
            case CONFIGURED -> paths.isListed();
            case DEFAULT -> true;
        };
    }

    /**
     * Refuses a browser without a session: a page load is redirected to the form; a page's own request is refused
     * without the browser's dialog.
     */
    private static Verdict signInFirst(Visitor visitor) {
        String mode = visitor.header().apply("sec-fetch-mode");
        boolean shows = "navigate".equals(mode)
                && (visitor.method().equals("GET") || visitor.method().equals("HEAD"));
        return unauthenticated(
                visitor,
                UNNAMED,
                mode == null ? CHALLENGE : null,
                shows ? SignIn.address(visitor.rawPath(), visitor.rawQuery()) : null);
    }

    // @req:gateway-admin
    // @req:gateway-console
    private Verdict verdict(
            Exposed now,
            RouteAccess route,
            boolean forAll,
            Visitor visitor,
            User user,
            Sessions.@Nullable Open session) {
        Caller caller = caller(visitor.caller(), user, false);
        boolean administers = route.access() == Access.ADMIN;
        boolean deliberate =
                session == null || Sessions.proves(session, visitor.header().apply(SignIn.CSRF));
        if (!deliberate && (administers || !SAFE.contains(visitor.method()))) {
            return forbidden(
                    FORGED, "a change needs the header X-CSRF-Token with the token that /session tells", caller);
        }
        String cookie = session == null ? null : session.cookie();
        BooleanSupplier lasts = () -> isUnchanged(user) && (session == null || sessions.isOpen(session));
        if (forAll || now.reaches(user.roleSet(), route, visitor.rawPath())) {
            return passes(visitor, caller, cookie, lasts);
        }
        Optional<String> role = administers ? now.administrators() : Optional.empty();
        if (role.isEmpty()) {
            return new Verdict.Refused(404, NOT_EXPOSED, "no route for this path", 0, null, null, caller);
        }
        if (!user.roleSet().contains(role.get())) {
            return forbidden(ROLE_REQUIRED, "administration here needs the role " + role.get(), caller);
        }
        if (session == null && !isProgram(visitor)) {
            return forbidden(
                    BROWSER, "administration is for programs, which send the header " + DELIBERATE + ": 1", caller);
        }
        return passes(visitor, caller(visitor.caller(), user, true), cookie, lasts);
    }

    private static boolean isProgram(Visitor visitor) {
        return visitor.header().apply(DELIBERATE_NAME) != null
                && OF_BROWSERS.stream().allMatch(name -> visitor.header().apply(name) == null);
    }

    /** Whether there still is this user, with the same password and roles. */
    private boolean isUnchanged(User user) {
        return users.get()
                .find(user.name())
                .filter(now -> sessions.isSame(user.password(), now.password())
                        && now.roleSet().equals(user.roleSet()))
                .isPresent();
    }

    private Verdict passes(Visitor visitor, Caller caller, @Nullable String cookie, BooleanSupplier lasts) {
        Hidden now = hidden();
        boolean carries = Sessions.carries(visitor.header().apply(COOKIE));
        return new Verdict.Passes(caller, carries ? now.withCookies() : now.all(), cookie, lasts);
    }

    private static Verdict forbidden(String code, String error, Caller caller) {
        return new Verdict.Refused(403, code, error, 0, null, null, caller);
    }

    /** The answer to an unknown caller: a challenge for programs, or a redirect to the form for a browser. */
    private static Verdict unauthenticated(
            Visitor visitor, String error, @Nullable String challenge, @Nullable String location) {
        return new Verdict.Refused(
                location == null ? 401 : 303,
                UNAUTHENTICATED,
                error,
                0,
                challenge,
                location,
                stranger(visitor.caller()));
    }

    private static Verdict refused(Visitor visitor, int status, String code, String error, int retryAfter) {
        return new Verdict.Refused(status, code, error, retryAfter, null, null, stranger(visitor.caller()));
    }

    /** The caller as a stranger, who is no administrator from whatever address. */
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
        return List.of(UNAUTHENTICATED, THROTTLED, BUSY, NOT_EXPOSED, ROLE_REQUIRED, BROWSER, FORGED);
    }

    private Hidden hidden() {
        Set<String> declared = dispatcher.principalHeaders();
        Hidden now = hidden;
        if (!now.declared().equals(declared)) {
            now = Hidden.beside(declared);
            hidden = now; // two threads at once produce the same
        }
        return now;
    }

    @Override
    public boolean readsPaths() {
        return true;
    }
}
