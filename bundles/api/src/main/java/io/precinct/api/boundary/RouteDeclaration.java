package io.precinct.api.boundary;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A route that a family contributes. Configuration may replace it by its name; the replacement keeps the access, the
 * exposure, the principal header and the refusal of foreign pages that are declared here.
 *
 * @param method lower-case HTTP method
 * @param path pattern; {@code :name} is one segment, a last {@code *name} is the rest of the path
 * @param consumes media types of request bodies; JSON bodies become {@code params}
 * @param produces media types of raw bodies it may answer with, in addition to those of the formatters;
 *     {@code *}{@code /*} if they are not known in advance
 * @param seal place of the seal of its answers
 * @param access who may call it
 * @param bodyLimit largest request body in bytes, or 0 for the service's limit
 * @param exposure whether the gateway exposes it; always {@link Exposure#NEVER} for {@link Access#ADMIN}
 * @param principalHeader name of the request header by which an unauthenticated client names the principal, or null.
 *     The gateway authenticates its users, so it removes this header from every request
 * @param permission which authenticated users may call it
 * @param refusesForeignPages whether pages of other origins are refused whatever the method, not only for changes
 */
public record RouteDeclaration(
        String method,
        String path,
        List<String> consumes,
        List<String> produces,
        SealPlace seal,
        Access access,
        long bodyLimit,
        Exposure exposure,
        @Nullable String principalHeader,
        Permission permission,
        boolean refusesForeignPages) {
    /** The place of an answer's seal. */
    public enum SealPlace {
        /** In the header, and in a JSON object body as {@code _seal}. */
        BODY,
        /** In the header only, so that a body is exactly the payload. */
        HEADER
    }

    /** Who may call a route. */
    public enum Access {
        /** Anyone who reaches the listener: anybody on the internal one, users on the gateway. */
        OPEN,
        /** Only over loopback and with the token of the running instance. */
        ADMIN,
        /**
         * Anyone who proves the right to call it with the request itself, for example by a signature. Its boundary
         * checks that, so the gateway requires no user.
         *
         * @since 1.1
         */
        PROVEN
    }

    /**
     * Whether the gateway exposes a route.
     *
     * @since 1.1
     */
    public enum Exposure {
        /** Never, whatever is configured. */
        NEVER,
        /** Only to users with the role of {@code gateway.console}; {@code gateway.expose} cannot list it. */
        OPERATORS,
        /** Only if {@code gateway.expose} matches the path. */
        CONFIGURED,
        /** If {@code gateway.expose} matches the path or is not configured. */
        DEFAULT
    }

    public RouteDeclaration {
        method = method.toLowerCase(Locale.ROOT);
        Objects.requireNonNull(path);
        consumes = List.copyOf(consumes);
        produces = List.copyOf(produces);
        if (bodyLimit < 0) {
            throw new IllegalArgumentException("bodyLimit is in bytes and not negative, got " + bodyLimit);
        }
        Objects.requireNonNull(exposure);
        Objects.requireNonNull(permission);
        exposure = access == Access.ADMIN ? Exposure.NEVER : exposure;
        if (principalHeader != null) {
            var _ = new Headers.Entry(principalHeader, ""); // checks the name
        }
    }

    /** A route that pages of other origins may read. */
    public RouteDeclaration(
            String method,
            String path,
            List<String> consumes,
            List<String> produces,
            SealPlace seal,
            Access access,
            long bodyLimit,
            Exposure exposure,
            @Nullable String principalHeader,
            Permission permission) {
        this(method, path, consumes, produces, seal, access, bodyLimit, exposure, principalHeader, permission, false);
    }

    /** A route that the gateway exposes only if configured to, and without a principal header. */
    public RouteDeclaration(
            String method,
            String path,
            List<String> consumes,
            List<String> produces,
            SealPlace seal,
            Access access,
            long bodyLimit) {
        this(
                method,
                path,
                consumes,
                produces,
                seal,
                access,
                bodyLimit,
                Exposure.CONFIGURED,
                null,
                Permission.EVERYBODY);
    }

    /** A route that takes and answers data, sealed in the body. */
    public static RouteDeclaration of(String method, String path) {
        return new RouteDeclaration(
                method, path, List.of("application/json"), List.of(), SealPlace.BODY, Access.OPEN, 0);
    }

    /** The same route, consuming these media types. */
    public RouteDeclaration consuming(String... mediaTypes) {
        return new RouteDeclaration(
                method,
                path,
                List.of(mediaTypes),
                produces,
                seal,
                access,
                bodyLimit,
                exposure,
                principalHeader,
                permission,
                refusesForeignPages);
    }

    /** The same route, answering raw bodies of these media types. */
    public RouteDeclaration producing(String... mediaTypes) {
        return new RouteDeclaration(
                method,
                path,
                consumes,
                List.of(mediaTypes),
                seal,
                access,
                bodyLimit,
                exposure,
                principalHeader,
                permission,
                refusesForeignPages);
    }

    /** The same route, sealed in the header only. */
    public RouteDeclaration sealedInHeader() {
        return new RouteDeclaration(
                method,
                path,
                consumes,
                produces,
                SealPlace.HEADER,
                access,
                bodyLimit,
                exposure,
                principalHeader,
                permission,
                refusesForeignPages);
    }

    /** The same route, for the operator of this machine only; never exposed at the gateway. */
    public RouteDeclaration forAdmin() {
        return with(Access.ADMIN, exposure, principalHeader);
    }

    /** The same route with its own limit for request bodies, in bytes. */
    public RouteDeclaration withBodyLimit(long bytes) {
        return new RouteDeclaration(
                method,
                path,
                consumes,
                produces,
                seal,
                access,
                bytes,
                exposure,
                principalHeader,
                permission,
                refusesForeignPages);
    }

    /**
     * The same route, exposed at the gateway to its users unless {@code gateway.expose} says otherwise.
     *
     * @since 1.1
     */
    public RouteDeclaration exposed() {
        return with(access, Exposure.DEFAULT, principalHeader);
    }

    /**
     * The same route, not exposed at the gateway whatever is configured.
     *
     * @since 1.1
     */
    public RouteDeclaration neverExposed() {
        return with(access, Exposure.NEVER, principalHeader);
    }

    /**
     * The same route, exposed at the gateway only to users with the role of {@code gateway.console}.
     *
     * @since 1.1
     */
    public RouteDeclaration forOperators() {
        return with(access, Exposure.OPERATORS, principalHeader);
    }

    /**
     * The same route, whose boundary itself checks that the client may call it, for example by a signature of the body. If
     * {@code gateway.expose} matches its path, nobody needs to be a user there to reach the boundary.
     *
     * @since 1.1
     */
    public RouteDeclaration provesItself() {
        return with(Access.PROVEN, exposure, principalHeader);
    }

    /**
     * The same route, whose boundary takes the principal from this request header if the client is not authenticated.
     *
     * @param header name, in whatever case
     * @throws IllegalArgumentException if it is not a header name
     * @since 1.1
     */
    public RouteDeclaration principalIn(String header) {
        return with(access, exposure, Objects.requireNonNull(header));
    }

    /**
     * The same route, which authenticated users may call only with this permission; others are answered 403.
     *
     * @since 1.1
     */
    public RouteDeclaration permitting(Permission permission) {
        return new RouteDeclaration(
                method,
                path,
                consumes,
                produces,
                seal,
                access,
                bodyLimit,
                exposure,
                principalHeader,
                permission,
                refusesForeignPages);
    }

    /**
     * The same route, which refuses pages of other origins whatever the method; pages of {@code cors.origins} may call.
     * Without it, such pages are refused for unsafe methods only, and cannot read what they GET.
     *
     * @since 1.2
     */
    public RouteDeclaration refusingForeignPages() {
        return new RouteDeclaration(
                method, path, consumes, produces, seal, access, bodyLimit, exposure, principalHeader, permission, true);
    }

    /**
     * The same route with another method and path.
     *
     * @since 1.1
     */
    public RouteDeclaration at(String method, String path) {
        return new RouteDeclaration(
                method,
                path,
                consumes,
                produces,
                seal,
                access,
                bodyLimit,
                exposure,
                principalHeader,
                permission,
                refusesForeignPages);
    }

    private RouteDeclaration with(Access access, Exposure exposure, @Nullable String principalHeader) {
        return new RouteDeclaration(
                method,
                path,
                consumes,
                produces,
                seal,
                access,
                bodyLimit,
                exposure,
                principalHeader,
                permission,
                refusesForeignPages);
    }
}
