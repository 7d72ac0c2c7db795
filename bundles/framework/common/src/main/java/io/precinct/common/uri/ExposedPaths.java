package io.precinct.common.uri;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The paths that the gateway exposes: the paths that the configuration lists or, if it lists none, the paths of routes
 * that declare their exposure. A path is read exactly as the core reads it: it is split at its slashes, and each
 * segment is decoded once. In addition, a path must mean the same to any other reader of it, so a path with an empty
 * segment or a dot segment is not exposed, however the segment is encoded. This is checked before a route is looked up.
 * Immutable.
 *
 * <p>A pattern is a path whose segments stand for themselves; {@code *} or {@code :name} stands for any one segment, a
 * last {@code **} or {@code *name} for one or more.
 */
public final class ExposedPaths {
    /**
     * First segments of paths that no pattern exposes, whatever their routes declare: inspection, and operations of
     * administrators, which have a setting of their own. The routes of the framework also declare that they are not
     * exposed; this set protects a route that lacks the declaration.
     */
    private static final Set<String> NEVER = Set.of("inspect", "admin");

    private static final String ANY = "*";
    private static final String REST = "**";

    /** The number of layers of percent-encoding that are checked. A path with more layers is not exposed. */
    private static final int MOST_LAYERS = 4;

    private final List<List<String>> patterns;

    /** Exposes the paths that these patterns match; without patterns, the paths whose routes declare it. */
    public ExposedPaths(List<String> patterns) {
        this.patterns = patterns.stream().map(ExposedPaths::segments).toList();
    }

    private static List<String> segments(String pattern) {
        var segments = new ArrayList<String>();
        for (String segment : pattern.substring(1).split("/", -1)) {
            if (segment.equals(ANY) || segment.startsWith(":")) {
                segments.add(ANY);
            } else if (segment.startsWith("*")) {
                segments.add(REST);
            } else {
                String decoded = PercentCoding.decodeOrNull(segment);
                segments.add(decoded == null ? segment : decoded);
            }
        }
        return List.copyOf(segments);
    }

    /**
     * Whether a path may be exposed if its route allows it: the path is plain and, if the configuration lists paths, is
     * one of them.
     *
     * @param rawPath as it was sent, percent-encoded
     */
    public boolean admits(String rawPath) {
        List<String> segments = plainSegments(rawPath);
        return segments != null
                && !NEVER.contains(segments.getFirst().toLowerCase(Locale.ROOT))
                && (patterns.isEmpty() || patterns.stream().anyMatch(pattern -> matches(pattern, segments)));
    }

    /**
     * Whether {@link #admits} is true of some path of a route.
     *
     * @param route the pattern of the route
     */
    public boolean admitsSome(String route) {
        List<String> segments = segments(route);
        return !NEVER.contains(segments.getFirst().toLowerCase(Locale.ROOT))
                && (patterns.isEmpty() || patterns.stream().anyMatch(pattern -> overlap(pattern, segments)));
    }

    /** Whether some path matches both patterns. */
    private static boolean overlap(List<String> one, List<String> other) {
        int shorter = Math.min(one.size(), other.size());
        for (int i = 0; i < shorter; i++) {
            String a = one.get(i);
            String b = other.get(i);
            if (a.equals(REST) || b.equals(REST)) {
                return true;
            }
            if (!a.equals(ANY) && !b.equals(ANY) && !a.equals(b)) {
                return false;
            }
        }
        return one.size() == other.size();
    }

    /**
     * Whether a path is plain: it means the same to every reader, so it may be exposed to users who may see more than
     * {@link #admits} allows.
     *
     * @param rawPath as it was sent, percent-encoded
     */
    public boolean isPlain(String rawPath) {
        return rawPath.equals("/") || plainSegments(rawPath) != null;
    }

    /** The segments of a path, decoded; null if the path is not plain. */
    private static @Nullable List<String> plainSegments(String rawPath) {
        if (!rawPath.startsWith("/")) {
            return null;
        }
        var segments = new ArrayList<String>();
        for (String raw : rawPath.substring(1).split("/", -1)) {
            String segment = PercentCoding.decodeOrNull(raw);
            if (segment == null || !plain(segment)) {
                return null;
            }
            segments.add(segment);
        }
        return segments;
    }

    /** Whether the configuration lists the exposed paths. Only then may requests without a user pass. */
    public boolean isListed() {
        return !patterns.isEmpty();
    }

    private static boolean matches(List<String> pattern, List<String> segments) {
        for (int i = 0; i < pattern.size(); i++) {
            String wanted = pattern.get(i);
            if (i >= segments.size()) {
                return false;
            }
            if (wanted.equals(REST)) {
                return true;
            }
            if (!wanted.equals(ANY) && !wanted.equals(segments.get(i))) {
                return false;
            }
        }
        return segments.size() == pattern.size();
    }

    /** Whether no reader could take a segment for another path, by decoding it again or by splitting it elsewhere. */
    private static boolean plain(String segment) {
        String layer = segment;
        for (int i = 0; i < MOST_LAYERS; i++) {
            if (layer.chars().anyMatch(Character::isISOControl)
                    || Arrays.stream(layer.split("[/\\\\]", -1)).anyMatch(ExposedPaths::leadsAway)) {
                return false;
            }
            String next = PercentCoding.decodeOrNull(layer);
            if (next == null || next.equals(layer)) {
                return true;
            }
            layer = next;
        }
        return false;
    }

    private static boolean leadsAway(String part) {
        int parameters = part.indexOf(';');
        String name = parameters < 0 ? part : part.substring(0, parameters);
        return name.isEmpty() || name.equals(".") || name.equals("..");
    }
}
