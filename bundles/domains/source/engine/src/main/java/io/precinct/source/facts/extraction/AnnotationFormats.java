package io.precinct.source.facts.extraction;

import io.precinct.lib.re2j.LinearPattern;
import io.precinct.lib.re2j.LinearPattern.Found;
import io.precinct.lib.re2j.LinearPattern.Span;
import io.precinct.lib.re2j.Patterns;
import io.precinct.source.pattern.AnnotationFormat;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The formats of annotations in a repository: {@code @tag:id} and the configured ones. The latter stay within a line.
 * Immutable.
 */
// @req:source-annotation-formats
public final class AnnotationFormats {
    /** {@code @tag:id} only. */
    public static final AnnotationFormats PLAIN = new AnnotationFormats(List.of());

    /** Changes whenever the same text may have other annotations in the same formats. */
    private static final int VERSION = 1;

    /**
     * Lines longer than this, in bytes, hold only annotations of the form {@code @tag:id}: they are data or generated.
     */
    private static final int LONGEST_LINE = 16_384;

    private final List<AnnotationFormat> formats;
    private final List<LineFormat> line;

    private AnnotationFormats(List<AnnotationFormat> formats) {
        this.formats = List.copyOf(formats);
        this.line = this.formats.stream().map(AnnotationFormats::read).toList();
    }

    /**
     * {@code @tag:id} and further formats.
     *
     * @throws io.precinct.lib.re2j.BadPattern if the pattern of one is invalid
     * @throws IllegalArgumentException if one without a pattern is unknown
     */
    public static AnnotationFormats of(List<AnnotationFormat> formats) {
        return formats.isEmpty() ? PLAIN : new AnnotationFormats(formats);
    }

    private static LineFormat read(AnnotationFormat format) {
        return switch (format.name()) {
            case AnnotationFormat.OPENFASTTRACE -> OpenFastTrace.FORMAT;
            case AnnotationFormat.SPHINX_CODELINKS -> SphinxCodelinks.FORMAT;
            default -> {
                String pattern = format.pattern();
                if (pattern == null) {
                    throw new IllegalArgumentException("no format of annotations has the name " + format.name());
                }
                yield new OwnPattern(format.name(), new Patterns().compile(pattern));
            }
        };
    }

    /** The formats besides {@code @tag:id}. */
    List<AnnotationFormat> formats() {
        return formats;
    }

    /** The identity under which facts found in these formats are kept; {@code other} identifies everything else. */
    public String identity(String other) {
        return formats.isEmpty() ? other : other + " annotations " + VERSION + " " + formats;
    }

    /** Whether a text may have annotations: cheap without further formats, and right for nearly every file without any. */
    boolean any(byte[] utf8) {
        return formats.isEmpty() ? AnnotationMark.any(utf8) : candidates(utf8).length > 0;
    }

    /** Offsets at which annotations may stand, wherever comments begin and end: at least one within each, sorted. */
    int[] candidates(byte[] utf8) {
        var offsets = new ArrayList<Integer>();
        AnnotationMark.in(utf8, 0, utf8.length).forEach(mark -> offsets.add(mark.start()));
        if (!line.isEmpty()) {
            lines(utf8, 0, utf8.length, (from, to) -> line.forEach(each -> each.candidates(utf8, from, to, offsets)));
        }
        return offsets.stream().mapToInt(Integer::intValue).sorted().distinct().toArray();
    }

    /**
     * The annotations of a comment, in the order of the text.
     *
     * @param to end of its content
     */
    List<AnnotationMark> in(byte[] utf8, int from, int to) {
        List<AnnotationMark> plain = AnnotationMark.in(utf8, from, to);
        if (line.isEmpty()) {
            return plain;
        }
        var marks = new Marks(plain);
        lines(utf8, from, to, (start, end) -> line.forEach(each -> each.find(utf8, start, end, marks)));
        return marks.all();
    }

    /** Collects the annotations of a comment. Confined to a thread. */
    private static final class Marks {
        private final Map<Integer, AnnotationMark> plain = new LinkedHashMap<>();
        private final List<AnnotationMark> further = new ArrayList<>();

        Marks(List<AnnotationMark> plain) {
            plain.forEach(mark -> this.plain.put(mark.start(), mark));
        }

        /** Whether {@code @tag:id} begins at an offset. */
        boolean isPlain(int start) {
            return plain.containsKey(start);
        }

        /** Drops the {@code @tag:id} that seemed to begin at an offset. */
        void displace(int start) {
            plain.remove(start);
        }

        void add(AnnotationMark mark) {
            further.add(mark);
        }

        List<AnnotationMark> all() {
            var all = new ArrayList<>(plain.values());
            all.addAll(further);
            all.sort(Comparator.comparingInt(AnnotationMark::start));
            return all;
        }
    }

    /** Something to do with a line. */
    private interface Line {
        /** @param to exclusive, without the end of the line */
        void look(int from, int to);
    }

    private static void lines(byte[] utf8, int from, int to, Line each) {
        int start = from;
        for (int i = from; i <= to; i++) {
            if (i == to || utf8[i] == '\n' || utf8[i] == '\r') {
                if (i > start && i - start <= LONGEST_LINE) {
                    each.look(start, i);
                }
                start = i + 1;
            }
        }
    }

    /** A format whose annotations stay within a line. Immutable. */
    private interface LineFormat {
        /** Adds offsets of a line that may lie within annotations, whether or not they are in a comment. */
        void candidates(byte[] utf8, int from, int to, List<Integer> offsets);

        /**
         * Adds the annotations of a line of a comment.
         *
         * @param found those of the comment so far
         */
        void find(byte[] utf8, int from, int to, Marks found);
    }

    private static AnnotationMark mark(byte[] utf8, Span place, String tag, Span id, @Nullable String revision) {
        return new AnnotationMark(place.start(), place.end(), tag, text(utf8, id), revision);
    }

    private static String text(byte[] utf8, Span span) {
        return AnnotationMark.string(utf8, span.start(), span.end());
    }

    private static int indexOf(String word, byte[] utf8, int from, int to) {
        for (int i = from; i + word.length() <= to; i++) {
            int same = 0;
            while (same < word.length() && utf8[i + same] == word.charAt(same)) {
                same++;
            }
            if (same == word.length()) {
                return i;
            }
        }
        return -1;
    }

    /**
     * {@code [impl->dsn~name~1]} of OpenFastTrace, including its {@code >> utest, itest}: the tag is the type of the
     * covering item, the id is the type and name of the covered one.
     */
    private static final class OpenFastTrace implements LineFormat {
        static final OpenFastTrace FORMAT = new OpenFastTrace();

        private static final String ID = "[A-Za-z]+~\\pL[\\pL\\pN_-]*(?:\\.[\\pL\\pN_-]+)*~[0-9]{1,9}";

        private final LinearPattern tag = new Patterns()
                .compile("\\[\\s*(?P<tag>[A-Za-z]+)(?:~[\\pL\\pN_.-]*~[0-9]+)?\\s*->\\s*(?P<covered>" + ID
                        + "(?:\\s*,\\s*" + ID + ")*)\\s*(?:>>\\s*[A-Za-z]+(?:\\s*,\\s*[A-Za-z]+)*\\s*)?\\]");
        private final LinearPattern item = new Patterns().compile("(?P<id>[^\\s,~]+~[^\\s,~]+)~(?P<revision>[0-9]+)");

        private List<Found> tags(byte[] utf8, int from, int to) {
            return indexOf("->", utf8, from, to) < 0 ? List.of() : tag.all(utf8, from, to);
        }

        @Override
        public void candidates(byte[] utf8, int from, int to, List<Integer> offsets) {
            tags(utf8, from, to).forEach(each -> offsets.add(each.start()));
        }

        @Override
        public void find(byte[] utf8, int from, int to, Marks found) {
            for (Found each : tags(utf8, from, to)) {
                var place = new Span(each.start(), each.end());
                String type = text(utf8, each.group("tag"));
                Span covered = each.group("covered");
                for (Found one : item.all(utf8, covered.start(), covered.end())) {
                    found.add(mark(utf8, place, type, one.group("id"), text(utf8, one.group("revision"))));
                }
            }
        }
    }

    /** A repository's own pattern: its groups are the id and, if it has them, the tag and the revision. */
    private record OwnPattern(String name, LinearPattern pattern) implements LineFormat {
        /**
         * A pattern without anchors that matches in a line also matches in the comment, unless the match begins and
         * ends outside it.
         */
        @Override
        public void candidates(byte[] utf8, int from, int to, List<Integer> offsets) {
            for (Found each : pattern.all(utf8, from, to)) {
                offsets.add(each.start());
                offsets.add(each.end() - 1);
            }
        }

        @Override
        public void find(byte[] utf8, int from, int to, Marks found) {
            for (Found each : pattern.all(utf8, from, to)) {
                String id = word(utf8, each, AnnotationFormat.ID);
                String tag = word(utf8, each, AnnotationFormat.TAG);
                if (id != null) {
                    found.add(new AnnotationMark(
                            each.start(),
                            each.end(),
                            tag == null ? name : tag,
                            id,
                            word(utf8, each, AnnotationFormat.REVISION)));
                }
            }
        }

        /** The content of a group, or null if it is nothing that a look-up could name. */
        private static @Nullable String word(byte[] utf8, Found found, String group) {
            Span span = found.groups().get(group);
            String text = span == null ? "" : text(utf8, span);
            return text.isEmpty() || text.chars().anyMatch(Character::isWhitespace) ? null : text;
        }
    }

    /**
     * What sphinx-codelinks reads by default: one-line needs, {@code @ title, id, type, [links]}, with the tag
     * {@code impl} if there is no type, and references, {@code @need-ids: ID1, ID2}, with the tag {@code need}. The
     * links of a need are references too.
     */
    private static final class SphinxCodelinks implements LineFormat {
        static final SphinxCodelinks FORMAT = new SphinxCodelinks();

        private static final String ID = "[\\pL\\pN_](?:[\\pL\\pN_.-]*[\\pL\\pN_])?";
        private static final String REFERENCES = "@need-ids:";
        private static final String TYPE = "impl";
        private static final String NEED = "need";

        private final LinearPattern references =
                new Patterns().compile(REFERENCES + "\\s*(?P<ids>" + ID + "(?:\\s*,\\s*" + ID + ")*)");
        private final LinearPattern ids = new Patterns().compile("(?P<id>" + ID + ")");
        private final LinearPattern need = new Patterns()
                .compile(
                        "^@\\s*(?:[^,\\\\]|\\\\.)+,\\s*(?P<id>" + ID + ")\\s*"
                                + "(?:,\\s*(?P<type>[A-Za-z][A-Za-z0-9_-]*)?\\s*(?:,\\s*(?:\\[(?P<links>[^\\[\\]]*)\\])?\\s*)?)?$");

        @Override
        public void candidates(byte[] utf8, int from, int to, List<Integer> offsets) {
            boolean maybe = indexOf(",", utf8, from, to) >= 0 || indexOf(REFERENCES, utf8, from, to) >= 0;
            for (int at = maybe ? next(utf8, from, to) : -1; at >= 0; at = next(utf8, at + 1, to)) {
                offsets.add(at);
            }
        }

        /** The position of an at sign that no word character precedes, or -1. */
        private static int next(byte[] utf8, int from, int to) {
            for (int at = from; at < to; at++) {
                if (utf8[at] == '@' && (at == 0 || !AnnotationMark.isWord(utf8[at - 1]))) {
                    return at;
                }
            }
            return -1;
        }

        @Override
        public void find(byte[] utf8, int from, int to, Marks found) {
            int at = next(utf8, from, to);
            if (at < 0) {
                return;
            }
            List<Found> referring = references.all(utf8, at, to);
            for (Found each : referring) {
                // @need-ids:A-1 also has the form of an annotation.
                found.displace(each.start());
                refer(utf8, each.group("ids"), found);
            }
            if (referring.isEmpty() && !found.isPlain(at)) {
                need.all(utf8, at, trimmed(utf8, at, to)).forEach(each -> add(utf8, each, found));
            }
        }

        private void add(byte[] utf8, Found each, Marks found) {
            Span type = each.groups().get("type");
            Span links = each.groups().get("links");
            found.add(mark(
                    utf8,
                    new Span(each.start(), each.end()),
                    type == null ? TYPE : text(utf8, type),
                    each.group("id"),
                    null));
            if (links != null) {
                refer(utf8, links, found);
            }
        }

        private void refer(byte[] utf8, Span list, Marks found) {
            ids.all(utf8, list.start(), list.end())
                    .forEach(each ->
                            found.add(mark(utf8, new Span(each.start(), each.end()), NEED, each.group("id"), null)));
        }

        private static int trimmed(byte[] utf8, int from, int to) {
            int end = to;
            while (end > from && utf8[end - 1] >= 0 && utf8[end - 1] <= ' ') {
                end--;
            }
            return end;
        }
    }
}
