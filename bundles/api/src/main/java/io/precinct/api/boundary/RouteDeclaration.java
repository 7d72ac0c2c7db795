package io.precinct.api.boundary;

import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * A route that a family brings along. Configuration may replace it by its name.
 *
 * @param method lower-case HTTP method
 * @param path pattern; {@code :name} is one segment, a last {@code *name} is the rest of the path
 * @param consumes media types of request bodies it takes; JSON bodies become {@code params}
 * @param produces media types of raw bodies it may answer with, beside what the formatters offer; {@code *}{@code /*}
 *     where that is not known beforehand
 * @param seal where the seal of its answers stands
 * @param access who may call it
 * @param bodyLimit largest request body in bytes, or 0 for the service's limit
 */
public record RouteDeclaration(
        String method,
        String path,
        List<String> consumes,
        List<String> produces,
        SealPlace seal,
        Access access,
        long bodyLimit) {
    /** Where the seal of an answer stands. */
    public enum SealPlace {
        /** In the header, and in a JSON object body as {@code _seal}. */
        BODY,
        /** In the header only, so that a body is exactly the payload. */
        HEADER
    }

    /** Who may call a route. */
    public enum Access {
        /** Whoever reaches the listener. */
        OPEN,
        /** Only over loopback and with the token of the running instance. */
        ADMIN
    }

    public RouteDeclaration {
        method = method.toLowerCase(Locale.ROOT);
        Objects.requireNonNull(path);
        consumes = List.copyOf(consumes);
        produces = List.copyOf(produces);
        if (bodyLimit < 0) {
            throw new IllegalArgumentException("bodyLimit is in bytes and not negative, got " + bodyLimit);
        }
    }

    /** A route that takes and answers data, sealed in the body. */
    public static RouteDeclaration of(String method, String path) {
        return new RouteDeclaration(
                method, path, List.of("application/json"), List.of(), SealPlace.BODY, Access.OPEN, 0);
    }

    /** The same route, consuming these media types. */
    public RouteDeclaration consuming(String... mediaTypes) {
        return new RouteDeclaration(method, path, List.of(mediaTypes), produces, seal, access, bodyLimit);
    }

    /** The same route, answering raw bodies of these media types. */
    public RouteDeclaration producing(String... mediaTypes) {
        return new RouteDeclaration(method, path, consumes, List.of(mediaTypes), seal, access, bodyLimit);
    }

    /** The same route, sealed in the header only. */
    public RouteDeclaration sealedInHeader() {
        return new RouteDeclaration(method, path, consumes, produces, SealPlace.HEADER, access, bodyLimit);
    }

    /** The same route, for the operator of this machine only. */
    public RouteDeclaration forAdmin() {
        return new RouteDeclaration(method, path, consumes, produces, seal, Access.ADMIN, bodyLimit);
    }

    /** The same route with its own limit for request bodies, in bytes. */
    public RouteDeclaration withBodyLimit(long bytes) {
        return new RouteDeclaration(method, path, consumes, produces, seal, access, bytes);
    }
}
