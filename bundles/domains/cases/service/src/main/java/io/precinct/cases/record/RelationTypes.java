package io.precinct.cases.record;

import io.precinct.common.spelling.Suggestions;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Text;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The types that a new relation may have: those of the service, and those that an installation declares. Each type has
 * a name from either side; the name from the side that the relation leads from is stored. Relations of other types come
 * from earlier versions or other instances; they can be read and removed. Immutable.
 */
// @req:link-relations
public final class RelationTypes {
    private static final Map<String, String> OF_THE_SERVICE = ofTheService();

    /** The types of the service. */
    public static final RelationTypes BUILT_IN = new RelationTypes(OF_THE_SERVICE);

    /** The name from the other side, by the name that is stored; both are equal if the type has no direction. */
    private final Map<String, String> fromOtherSide;

    private final Map<String, Side> sides = new HashMap<>();
    private final List<String> names;

    private RelationTypes(Map<String, String> fromOtherSide) {
        this.fromOtherSide = fromOtherSide;
        fromOtherSide.forEach((type, back) -> {
            sides.put(back, new Side(type, false));
            sides.put(type, new Side(type, true));
        });
        names = fromOtherSide.entrySet().stream()
                .flatMap(pair -> Stream.of(pair.getKey(), pair.getValue()))
                .distinct()
                .toList();
    }

    private static Map<String, String> ofTheService() {
        var types = new LinkedHashMap<String, String>();
        types.put(Relation.RELATED, Relation.RELATED);
        for (OneWay oneWay : OneWay.values()) {
            types.put(oneWay.type(true), oneWay.type(false));
        }
        types.put("follows", "followed_by");
        types.put("causes", "caused_by");
        types.put("duplicate_of", "duplicated_by");
        return types;
    }

    /**
     * The meaning of a name.
     *
     * @param type the type as it is stored
     * @param out whether the relation leads from the case from which it has this name
     */
    public record Side(String type, boolean out) {}

    /**
     * Returns the types of the service and these.
     *
     * @param declared the name from the other side by the name of each type, without {@link #clashes}
     */
    public static RelationTypes with(Map<String, String> declared) {
        var types = new LinkedHashMap<>(OF_THE_SERVICE);
        types.putAll(declared);
        return new RelationTypes(types);
    }

    /** Returns the names among these that the service uses, or that occur twice; see {@link #with}. */
    public static List<String> clashes(Map<String, String> declared) {
        Set<String> taken = new HashSet<>(BUILT_IN.names);
        var clashes = new ArrayList<String>();
        declared.forEach((type, back) -> Stream.of(type, back)
                .distinct()
                .filter(name -> !taken.add(name))
                .forEach(clashes::add));
        return clashes;
    }

    /** Returns all names that a client may use. */
    public List<String> names() {
        return names;
    }

    /**
     * Returns the meaning of a name that a client uses.
     *
     * @param member the member that holds the name; if there is no such type, it gets a fault
     */
    public Side read(Form form, String member, String name) {
        Side side = sides.get(name);
        if (side != null) {
            return side;
        }
        String near = nearest(name);
        form.fault(
                member,
                "enum",
                member + " is one of " + String.join(", ", names) + ", not " + Text.shortened(name)
                        + (near == null ? "" : "; did you mean " + near + "?"),
                names);
        return new Side(name, true);
    }

    /**
     * Returns a relation of a case under the name that is stored; the same relation if its type has that name.
     *
     * @return null if there is no such type
     */
    @Nullable
    Relation stored(Relation sent) {
        Side side = sides.get(sent.type());
        if (side == null || side.out()) {
            return side == null ? null : sent;
        }
        return new Relation(
                sent.caseId(),
                side.type(),
                sent.reason(),
                sent.isOut() ? Relation.IN : Relation.OUT,
                sent.createdBy(),
                sent.createdAt());
    }

    private @Nullable String nearest(String name) {
        String bare = bare(name);
        return names.stream()
                .filter(one -> bare(one).equals(bare))
                .findFirst()
                .or(() -> Suggestions.nearest(name, names))
                .orElse(null);
    }

    /** {@code isBlockedBy}, {@code is-blocked-by} and {@code Blocked by} are all {@code blockedby}. */
    private static String bare(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]", "").replaceFirst("^is", "");
    }

    /** Returns the name of a relation from the side of the case that it is seen from. */
    public String name(Relation relation) {
        return relation.isOut() ? relation.type() : fromOtherSide.getOrDefault(relation.type(), relation.type());
    }

    /** Whether two relations of a case have the same case, type and direction, regardless of reason. */
    public boolean same(Relation one, Relation other) {
        return one.caseId().equals(other.caseId())
                && one.type().equals(other.type())
                && (one.direction().equals(other.direction()) || one.type().equals(fromOtherSide.get(one.type())));
    }
}
