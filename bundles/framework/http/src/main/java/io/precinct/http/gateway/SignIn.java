package io.precinct.http.gateway;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.common.html.Page;
import io.precinct.common.html.PageWriter;
import io.precinct.common.html.StyleSheet;
import io.precinct.common.uri.PercentCoding;
import io.precinct.core.api.dispatch.Request;
import io.precinct.http.OwnAnswer;
import io.precinct.http.gateway.Authenticator.Result;
import io.precinct.http.templates.JtesigninGenerated;
import io.precinct.http.users.User;
import io.precinct.http.users.Users;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpFields;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Signs people in and out with a browser, by a page with a form that works without scripts, and tells pages of this
 * service whose session it is. Thread-safe.
 *
 * <p>{@code GET /sign-in?to=/console} shows the form, {@code POST /sign-in} opens a session and leads to {@code to};
 * {@code GET /session} returns name, roles and the token against forged requests; {@code POST /sign-out} ends the
 * session, {@code POST /sign-out?everywhere=true} every session of its user.
 */
final class SignIn {
    static final String SIGN_IN = "/sign-in";
    static final String SIGN_OUT = "/sign-out";
    static final String SESSION = "/session";

    /** The header in which a page repeats the token of its session. */
    static final String CSRF = "x-csrf-token";

    private static final Logger AUDIT = LoggerFactory.getLogger("precinct.audit");
    private static final Set<String> PATHS = Set.of(SIGN_IN, SIGN_OUT, SESSION);
    private static final int LARGEST_FORM = 16 << 10;
    private static final int LONGEST_TARGET = 2_000;
    private static final String FRONT = "/";

    private static final StyleSheet STYLE =
            StyleSheet.load(SignIn.class, "signin.css", "form-action 'self'; frame-ancestors 'none'");

    private final Authenticator authenticator;
    private final Sessions sessions;
    private final Supplier<Users> users;

    SignIn(Authenticator authenticator, Sessions sessions, Supplier<Users> users) {
        this.authenticator = authenticator;
        this.sessions = sessions;
        this.users = users;
    }

    /** Whether this is a path of its own. */
    static boolean owns(String rawPath) {
        return PATHS.contains(rawPath);
    }

    /** The address at which a browser signs in before it goes to this path. */
    static String address(String rawPath, @Nullable String rawQuery) {
        String target = rawQuery == null ? rawPath : rawPath + "?" + rawQuery;
        return target.equals(FRONT) || target.length() > LONGEST_TARGET
                ? SIGN_IN
                : SIGN_IN + "?to=" + PercentCoding.encode(target);
    }

    /**
     * Answers a request for one of its paths.
     *
     * @param administrators the role that may change things; empty: nobody
     */
    OwnAnswer answer(Request request, Optional<String> administrators) {
        Sessions.Open session = sessions.find(request.header("cookie"), users.get());
        boolean reads = request.method().equals("GET") || request.method().equals("HEAD");
        boolean posts = request.method().equals("POST");
        return switch (request.rawPath()) {
            case SIGN_IN -> reads ? form(request, session) : posts ? signIn(request, session) : notAllowed("GET, POST");
            case SIGN_OUT -> posts ? signOut(request, session) : notAllowed("POST");
            default -> reads ? session(session, administrators) : notAllowed("GET");
        };
    }

    private static OwnAnswer form(Request request, Sessions.@Nullable Open session) {
        String to = target(
                form(request.rawQuery() == null ? "" : request.rawQuery()).get("to"));
        return session == null ? page(200, to, "", "", 0) : redirect(to, session.cookie());
    }

    private OwnAnswer signIn(Request request, Sessions.@Nullable Open before) {
        Map<String, String> form;
        try {
            form = form(new String(request.body(LARGEST_FORM), StandardCharsets.UTF_8));
        } catch (Request.BodyTooLarge large) {
            return page(413, FRONT, "", "This form is larger than any name and password can be.", 0);
        } catch (IOException broken) {
            return page(400, FRONT, "", "The form did not arrive completely. Please try again.", 0);
        }
        String to = target(form.get("to"));
        String name = form.getOrDefault("name", "").strip();
        String password = form.getOrDefault("password", "");
        String address = request.caller().address();
        if (name.isEmpty() || password.isEmpty()) {
            return page(400, to, name, "Name and password are both needed.", 0);
        }
        return switch (authenticator.authenticate(new Credentials(name, password), address)) {
            case Result.Is(User user) -> {
                if (before != null) {
                    sessions.end(before);
                }
                AUDIT.info("{} signed in from {}", user.name(), address);
                yield redirect(to, sessions.open(user).cookie());
            }
            case Result.Wrong _, Result.Unnamed _ -> page(403, to, name, "The name or the password is wrong.", 0);
            case Result.Throttled(int wait) ->
                page(
                        429,
                        to,
                        name,
                        "Too many attempts with a wrong name or password. Please wait " + wait + " s.",
                        wait);
            case Result.Busy _ -> page(503, to, name, "Too many people sign in at this moment. Please try again.", 1);
        };
    }

    private OwnAnswer signOut(Request request, Sessions.@Nullable Open session) {
        if (session == null) {
            return new Answer(204, Map.of("Set-Cookie", Sessions.FORGET), "", new byte[0]);
        }
        if (!Sessions.proves(session, request.header(CSRF))) {
            return refused(403, "csrf", "signing out needs the token of the session", Map.of());
        }
        boolean everywhere = "true"
                .equals(form(request.rawQuery() == null ? "" : request.rawQuery())
                        .get("everywhere"));
        if (everywhere) {
            sessions.endAll(session.user().name());
        } else {
            sessions.end(session);
        }
        AUDIT.info("{} signed out{}", session.user().name(), everywhere ? " everywhere" : "");
        return new Answer(204, Map.of("Set-Cookie", Sessions.FORGET), "", new byte[0]);
    }

    private static OwnAnswer session(Sessions.@Nullable Open session, Optional<String> administrators) {
        if (session == null) {
            return refused(401, "unauthenticated", "nobody is signed in", Map.of());
        }
        User user = session.user();
        boolean administers = administrators.isPresent() && user.roleSet().contains(administrators.get());
        return json(
                Data.map(
                        "name", user.name(),
                        "roles", user.roles(),
                        "administers", administers,
                        "administrators", administrators.orElse(null),
                        "csrf", session.csrf()),
                session.cookie());
    }

    /** A path of this service that no browser takes for another address. */
    private static String target(@Nullable String to) {
        if (to == null || to.length() > LONGEST_TARGET || !to.startsWith("/") || to.startsWith(SIGN_IN)) {
            return FRONT;
        }
        boolean odd = to.startsWith("//") || to.chars().anyMatch(c -> c <= ' ' || c == '\\' || c >= 0x7F);
        try {
            return odd || URI.create(to).getRawAuthority() != null ? FRONT : to;
        } catch (IllegalArgumentException unreadable) {
            return FRONT;
        }
    }

    private static Map<String, String> form(String encoded) {
        var members = new HashMap<String, String>();
        for (String pair : encoded.split("&", -1)) {
            int equals = pair.indexOf('=');
            try {
                if (equals > 0) {
                    members.putIfAbsent(
                            PercentCoding.decodeQuery(pair.substring(0, equals)),
                            PercentCoding.decodeQuery(pair.substring(equals + 1)));
                }
            } catch (PercentCoding.Malformed unreadable) {
                // Counts as not sent: required fields are then missing.
            }
        }
        return members;
    }

    private static OwnAnswer page(int status, String to, String name, String problem, int retryAfter) {
        var writer = new PageWriter(1 << 16, 200);
        new Page(STYLE, "Sign in · Precinct", false, null, null)
                .write(writer, content -> JtesigninGenerated.render(writer, null, to, name, problem));
        var headers = new LinkedHashMap<String, String>();
        headers.put("Content-Security-Policy", STYLE.policy());
        headers.put("X-Content-Type-Options", "nosniff");
        // Without an origin, the form would be taken for one of another site.
        headers.put("Referrer-Policy", "same-origin");
        if (retryAfter > 0) {
            headers.put("Retry-After", Integer.toString(retryAfter));
        }
        return new Answer(status, headers, "text/html; charset=utf-8", writer.bytes());
    }

    private static OwnAnswer redirect(String to, @Nullable String cookie) {
        return new Answer(
                303,
                cookie == null ? Map.of("Location", to) : Map.of("Location", to, "Set-Cookie", cookie),
                "",
                new byte[0]);
    }

    private static OwnAnswer notAllowed(String methods) {
        return refused(405, "method_not_allowed", "only " + methods, Map.of("Allow", methods));
    }

    /** A refusal like those of requests that do not reach a chain; no cache keeps it. */
    private static OwnAnswer refused(int status, String code, String error, Map<String, String> headers) {
        OwnAnswer refusal = OwnAnswer.refusal(status, code, error);
        return new OwnAnswer() {
            @Override
            public int status() {
                return status;
            }

            @Override
            public byte[] prepare(String rawPath, HttpFields request, HttpFields.Mutable fields) {
                headers.forEach(fields::put);
                fields.put("Cache-Control", "no-store");
                return refusal.prepare(rawPath, request, fields);
            }
        };
    }

    private static OwnAnswer json(Map<String, @Nullable Object> members, @Nullable String cookie) {
        return new Answer(
                200,
                cookie == null ? Map.of() : Map.of("Set-Cookie", cookie),
                "application/json",
                Json.compactBytes(members));
    }

    /** An answer that no cache keeps. */
    private record Answer(int status, Map<String, String> headers, String mediaType, byte[] content)
            implements OwnAnswer {
        @Override
        public byte[] prepare(String rawPath, HttpFields request, HttpFields.Mutable fields) {
            headers.forEach(fields::put);
            fields.put("Cache-Control", "no-store");
            if (!mediaType.isEmpty()) {
                fields.put("Content-Type", mediaType);
            }
            if (status != 204) {
                fields.put("Content-Length", Integer.toString(content.length));
            }
            return content;
        }
    }
}
