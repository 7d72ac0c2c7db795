package io.precinct.boundary.verifyroute;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The name of a fixture: segments of letters, digits, {@code .}, {@code _} and {@code -}, separated by {@code /}.
 *
 * @param segments at least one, none of them {@code .} or {@code ..}
 */
record FixtureName(List<String> segments) {
    static final String RULE = "segments of letters, digits, '.', '_' and '-', separated by '/'";

    private static final Pattern SEGMENT = Pattern.compile("[A-Za-z0-9._-]{1,100}");
    private static final int DEEPEST = 10;

    static Optional<FixtureName> parse(String name) {
        List<String> segments = List.of(name.split("/", -1));
        boolean good = segments.size() <= DEEPEST
                && segments.stream()
                        .allMatch(segment ->
                                SEGMENT.matcher(segment).matches() && !segment.equals(".") && !segment.equals(".."));
        return good ? Optional.of(new FixtureName(segments)) : Optional.empty();
    }

    /** The folders above the file. */
    List<String> folders() {
        return segments.subList(0, segments.size() - 1);
    }

    /** Name of the file. */
    String file() {
        return segments.getLast() + ".yml";
    }

    @Override
    public String toString() {
        return String.join("/", segments);
    }
}
