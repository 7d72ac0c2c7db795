package io.precinct.api.boundary;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One boundary of a family.
 *
 * @param name its name within the family; the boundary is called {@code <family>.<name>}
 * @param declaration what it reads and writes
 * @param handler the method that answers; as thread-safe as a {@link Boundary}
 * @param route the route it brings along, or null if only configuration binds it
 */
public record Member(
        String name,
        Declaration declaration,
        Handler handler,
        @Nullable RouteDeclaration route) {
    public Member {
        Objects.requireNonNull(name);
        Objects.requireNonNull(declaration);
        Objects.requireNonNull(handler);
    }

    /** The method that answers; the contract is that of {@link Boundary#cross}. */
    @FunctionalInterface
    public interface Handler {
        /** As {@link Boundary#cross}. */
        Outcome cross(Input input) throws Exception;
    }

    /** A member that answers {@code GET path}. */
    public static Member get(String path, String name, Declaration declaration, Handler handler) {
        return on(RouteDeclaration.of("get", path), name, declaration, handler);
    }

    /** A member that answers {@code POST path}. */
    public static Member post(String path, String name, Declaration declaration, Handler handler) {
        return on(RouteDeclaration.of("post", path), name, declaration, handler);
    }

    /** A member that answers {@code PUT path}. */
    public static Member put(String path, String name, Declaration declaration, Handler handler) {
        return on(RouteDeclaration.of("put", path), name, declaration, handler);
    }

    /** A member that answers {@code PATCH path}. */
    public static Member patch(String path, String name, Declaration declaration, Handler handler) {
        return on(RouteDeclaration.of("patch", path), name, declaration, handler);
    }

    /** A member that answers {@code DELETE path}. */
    public static Member delete(String path, String name, Declaration declaration, Handler handler) {
        return on(RouteDeclaration.of("delete", path), name, declaration, handler);
    }

    /** A member that answers {@code route}. */
    public static Member on(RouteDeclaration route, String name, Declaration declaration, Handler handler) {
        return new Member(name, declaration, handler, route);
    }
}
