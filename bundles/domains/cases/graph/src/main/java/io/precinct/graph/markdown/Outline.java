package io.precinct.graph.markdown;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.node.SourceSpan;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;
import org.jspecify.annotations.Nullable;

/**
 * The sections of a Markdown text as CommonMark defines them, with their line numbers. Headings and fences inside block
 * quotes, list items and HTML are content, not structure. Immutable.
 *
 * @param lines the lines of the text
 * @param sections the sections in the order of the text
 * @param last the last fence that is not inside another block, or null
 */
public record Outline(
        Lines lines, List<Section> sections, @Nullable Fence last) {
    /**
     * Blocks nested deeper than this are read as text, which changes no section. Without a limit, a text of a megabyte
     * could need gigabytes for positions.
     */
    private static final int DEEPEST = 16;

    private static final Parser PARSER = Parser.builder()
            .includeSourceSpans(IncludeSourceSpans.BLOCKS)
            .maxOpenBlockParsers(DEEPEST)
            .inlineParserFactory(_ -> (_, _) -> {})
            .build();

    /** Parses a text. */
    public static Outline of(String text) {
        var reading = new Reading(new Lines(text));
        for (Node node = PARSER.parse(text).getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof Heading heading) {
                reading.heading(heading);
            } else if (node instanceof FencedCodeBlock block) {
                reading.fence(block);
            }
        }
        return reading.outline();
    }

    /**
     * Returns the section at the end of a path of slugs, or null. The first step leads to a section that has no parent,
     * or whose parent has level 1 and is a title; each further step leads to a section directly below. If several
     * titles contain such a section, the first one counts.
     */
    public @Nullable Section find(List<String> path) {
        int at = -1;
        for (int i = 0; i < path.size(); i++) {
            at = step(i == 0, at, path.get(i));
            if (at < 0) {
                return null;
            }
        }
        return at < 0 ? null : sections.get(at);
    }

    private int step(boolean first, int parent, String slug) {
        for (int i = 0; i < sections.size(); i++) {
            Section section = sections.get(i);
            boolean below = first ? atTop(section) : section.parent() == parent;
            if (below && section.slug().equals(slug)) {
                return i;
            }
        }
        return -1;
    }

    private boolean atTop(Section section) {
        return section.parent() < 0
                || section.level() > 1 && sections.get(section.parent()).level() == 1;
    }

    /** Returns the sections directly below {@code parent}. */
    public List<Section> below(Section parent) {
        int index = sections.indexOf(parent);
        return sections.stream().filter(s -> s.parent() == index).toList();
    }

    /**
     * Returns the text with these slugs written as the block ids of these sections, in place of their current block
     * ids.
     */
    public String marked(Map<Section, String> slugs) {
        var text = new StringBuilder(lines.text());
        for (Section section : sections.reversed()) {
            String slug = slugs.get(section);
            if (slug != null) {
                mark(text, section, slug);
            }
        }
        return text.toString();
    }

    /** Marks one section. Text after this section may have changed already. */
    private void mark(StringBuilder text, Section section, String slug) {
        boolean underlined = section.body() - section.line() > 1;
        int line = underlined ? section.body() - 2 : section.line();
        String heading = lines.line(line);
        int end = underlined ? heading.stripTrailing().length() : endOfAtx(heading);
        String told = heading.substring(0, end);
        String name = section.mark() == null ? told : BlockId.in(told).text();
        int start = lines.start(line);
        text.replace(start, start + end, BlockId.line(name, slug));
    }

    /**
     * Returns the offset at which the text of a one-line heading ends, before its closing sequence (CommonMark §4.2).
     */
    private static int endOfAtx(String line) {
        String text = line.stripTrailing();
        int to = text.length();
        while (to > 0 && text.charAt(to - 1) == '#') {
            to--;
        }
        boolean closing = to > 0 && (text.charAt(to - 1) == ' ' || text.charAt(to - 1) == '\t');
        return closing ? text.substring(0, to).stripTrailing().length() : text.length();
    }

    /**
     * Returns the structure without positions, as one line per section. Texts that differ only in content have equal
     * signatures.
     */
    public List<String> signature() {
        return sections.stream()
                .map(s -> signature(
                        s.level(),
                        s.name(),
                        s.fences().stream().map(Fence::info).toList()))
                .toList();
    }

    /** Returns one line of a {@link #signature()}. */
    public static String signature(int level, String name, List<String> fences) {
        return level + " " + name + " " + fences;
    }

    /** Collects sections from consecutive blocks. Not thread-safe. */
    private static final class Reading {
        private final Lines lines;
        private final List<Start> starts = new ArrayList<>();
        private @Nullable Fence last;

        private record Start(
                int level, String name, @Nullable String mark, int line, int body, List<Fence> fences) {}

        Reading(Lines lines) {
            this.lines = lines;
        }

        void heading(Heading heading) {
            List<SourceSpan> spans = heading.getSourceSpans();
            int first = spans.getFirst().getLineIndex();
            int body = spans.getLast().getLineIndex() + 1;
            String text = body - first == 1 ? atx(lines.line(first)) : setext(first, body - 1);
            BlockId marked = BlockId.in(text);
            String mark = marked.id();
            boolean slug = mark != null
                    && !marked.text().isEmpty()
                    && SectionSlug.of(mark).equals(mark);
            starts.add(new Start(
                    heading.getLevel(),
                    slug ? marked.text() : text,
                    slug ? mark : null,
                    first,
                    body,
                    new ArrayList<>()));
        }

        /** Returns the text of a heading without its opening and closing sequence (CommonMark §4.2). */
        private static String atx(String line) {
            String text = line.substring(0, endOfAtx(line)).strip();
            int from = 0;
            while (from < text.length() && text.charAt(from) == '#') {
                from++;
            }
            return text.substring(from).strip();
        }

        private String setext(int first, int underline) {
            var text = new StringBuilder();
            for (int line = first; line < underline; line++) {
                text.append(text.isEmpty() ? "" : " ").append(lines.line(line).strip());
            }
            return text.toString();
        }

        void fence(FencedCodeBlock block) {
            List<SourceSpan> spans = block.getSourceSpans();
            int open = spans.getFirst().getLineIndex();
            boolean closed = block.getClosingFenceLength() != null;
            // blank lines of the content have no span; an unclosed fence reaches to the end of the text
            int end = closed ? spans.getLast().getLineIndex() : lines.count();
            String info = block.getInfo() == null ? "" : block.getInfo().strip().split("\\s", 2)[0];
            last = new Fence(
                    info,
                    open,
                    end,
                    closed,
                    lines.line(open).substring(0, block.getFenceIndent()),
                    block.getFenceCharacter().repeat(block.getOpeningFenceLength()));
            if (!starts.isEmpty()) {
                starts.getLast().fences.add(last);
            }
        }

        /** Returns the slugs of all sections; sections with the same parent have different slugs. */
        private String[] slugs(int[] parents) {
            var rows = new HashMap<Integer, List<Integer>>();
            String[] slugs = new String[parents.length];
            String[] plain = new String[parents.length];
            for (int i = 0; i < parents.length; i++) {
                plain[i] = SectionSlug.of(starts.get(i).name);
                slugs[i] = "";
                if (starts.get(i).mark != null || !plain[i].isEmpty()) {
                    rows.computeIfAbsent(parents[i], _ -> new ArrayList<>()).add(i);
                }
            }
            for (List<Integer> row : rows.values()) {
                var marks = new ArrayList<@Nullable String>(row.size());
                row.forEach(i -> marks.add(starts.get(i).mark));
                List<String> names =
                        UniqueNames.of(row.stream().map(i -> plain[i]).toList(), marks, SectionSlug::ranked);
                for (int i = 0; i < names.size(); i++) {
                    slugs[row.get(i)] = names.get(i);
                }
            }
            return slugs;
        }

        Outline outline() {
            int[] parents = new int[starts.size()];
            int[] ends = new int[starts.size()];
            Deque<Integer> open = new ArrayDeque<>();
            for (int i = 0; i < ends.length; i++) {
                while (!open.isEmpty() && starts.get(open.peek()).level >= starts.get(i).level) {
                    ends[open.pop()] = starts.get(i).line;
                }
                parents[i] = open.isEmpty() ? -1 : open.peek();
                open.push(i);
            }
            open.forEach(i -> ends[i] = lines.count());
            String[] slugs = slugs(parents);
            var sections = new ArrayList<Section>(starts.size());
            for (int i = 0; i < ends.length; i++) {
                Start start = starts.get(i);
                sections.add(new Section(
                        start.level,
                        start.name,
                        start.mark,
                        slugs[i],
                        parents[i],
                        start.line,
                        start.body,
                        ends[i],
                        start.fences));
            }
            return new Outline(lines, List.copyOf(sections), last);
        }
    }
}
