package io.precinct.api.boundary;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Boundaries that share a domain and are deployed together, each usually with the route it answers. A family is one
 * component however many endpoints it has:
 *
 * <pre>{@code
 * @Component
 * @FamilyName("notes")
 * public final class Notes implements BoundaryFamily {
 *     @Override
 *     public List<Member> members() {
 *         return List.of(
 *                 Member.get("/notes", "list", Declaration.terminal().writes("items", true).build(), this::list),
 *                 Member.get("/notes/:id", "read", Declaration.terminal().reads("params", Map.of("id", true)).build(), this::read));
 *     }
 * }
 * }</pre>
 *
 * Members are named {@code <family>.<member>}; so are the routes they bring along.
 */
@ConsumerType
public interface BoundaryFamily {
    /** The members. Read once, when the family is deployed; must not block. */
    List<Member> members();
}
