package com.google.re2j;

import io.precinct.lib.re2j.RequiredText;
import io.precinct.lib.re2j.RequiredText.All;
import io.precinct.lib.re2j.RequiredText.OneOf;
import io.precinct.lib.re2j.RequiredText.OneText;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/**
 * Derives from the syntax tree of a pattern what the pattern requires of a text. RE2/J shows the tree only to its own
 * package. The tree is read from top to bottom; neighbours that each stand for a few texts are joined to longer texts.
 */
@NullMarked
public final class RequiredTexts {
    /** The most alternative texts that are distinguished, because an index would look up each of them. */
    private static final int MOST_TEXTS = 16;

    private static final int LONGEST = 200;

    private RequiredTexts() {}

    /**
     * The requirement of a pattern.
     *
     * @param pattern a valid pattern, as RE2/J compiles it without flags
     */
    public static RequiredText of(String pattern) {
        return required(Simplify.simplify(Parser.parse(pattern, RE2.PERL)));
    }

    private static RequiredText required(Regexp tree) {
        return switch (tree.op) {
            case CAPTURE, PLUS -> required(tree.subs[0]);
            case REPEAT -> tree.min > 0 ? required(tree.subs[0]) : RequiredText.NOTHING;
            case CONCAT -> sequence(tree.subs);
            case ALTERNATE -> alternatives(tree);
            default -> text(exact(tree));
        };
    }

    private static RequiredText alternatives(Regexp tree) {
        Set<String> exact = exact(tree);
        if (exact != null) {
            return text(exact);
        }
        var parts = new ArrayList<RequiredText>();
        for (Regexp sub : tree.subs) {
            RequiredText part = required(sub);
            if (part.equals(RequiredText.NOTHING)) {
                return part;
            }
            parts.add(part);
        }
        return new OneOf(parts);
    }

    private static RequiredText sequence(Regexp[] subs) {
        var parts = new ArrayList<RequiredText>();
        Set<String> joined = Set.of("");
        for (Regexp sub : subs) {
            Set<String> exact = exact(sub);
            Set<String> longer = exact == null ? null : joined(joined, exact);
            if (longer == null) {
                add(parts, text(joined));
                joined = exact == null ? Set.of("") : exact;
                if (exact == null) {
                    add(parts, required(sub));
                }
            } else {
                joined = longer;
            }
        }
        add(parts, text(joined));
        return parts.size() == 1 ? parts.getFirst() : new All(parts);
    }

    private static void add(List<RequiredText> parts, RequiredText part) {
        if (!part.equals(RequiredText.NOTHING)) {
            parts.add(part);
        }
    }

    private static RequiredText text(@Nullable Set<String> exact) {
        return exact == null || exact.isEmpty() || exact.contains("")
                ? RequiredText.NOTHING
                : new OneText(List.copyOf(exact));
    }

    /** All texts, ignoring case, that a tree stands for; null if there are too many, or no bound. */
    private static @Nullable Set<String> exact(Regexp tree) {
        return switch (tree.op) {
            case EMPTY_MATCH, BEGIN_LINE, END_LINE, BEGIN_TEXT, END_TEXT, WORD_BOUNDARY, NO_WORD_BOUNDARY -> Set.of("");
            case LITERAL -> Set.of(new String(tree.runes, 0, tree.runes.length));
            case CHAR_CLASS -> characters(tree.runes);
            case CAPTURE -> exact(tree.subs[0]);
            case QUEST -> {
                Set<String> exact = exact(tree.subs[0]);
                yield exact == null ? null : bounded(union(exact, Set.of("")));
            }
            case CONCAT -> {
                Set<String> joined = Set.of("");
                for (Regexp sub : tree.subs) {
                    Set<String> exact = joined == null ? null : exact(sub);
                    joined = joined == null || exact == null ? null : joined(joined, exact);
                }
                yield joined;
            }
            case ALTERNATE -> {
                Set<String> all = Set.of();
                for (Regexp sub : tree.subs) {
                    Set<String> exact = all == null ? null : exact(sub);
                    all = all == null || exact == null ? null : bounded(union(all, exact));
                }
                yield all;
            }
            default -> null;
        };
    }

    /** @param ranges the first and the last character of each range */
    private static @Nullable Set<String> characters(int[] ranges) {
        var characters = new LinkedHashSet<String>();
        for (int i = 0; i < ranges.length; i += 2) {
            if (ranges[i + 1] - ranges[i] >= MOST_TEXTS) {
                return null;
            }
            for (int rune = ranges[i]; rune <= ranges[i + 1]; rune++) {
                characters.add(Character.toString(rune));
            }
        }
        return bounded(characters);
    }

    private static Set<String> union(Set<String> some, Set<String> others) {
        var union = new LinkedHashSet<>(some);
        union.addAll(others);
        return union;
    }

    private static @Nullable Set<String> joined(Set<String> heads, Set<String> tails) {
        if (heads.size() * tails.size() > MOST_TEXTS) {
            return null;
        }
        var joined = new LinkedHashSet<String>();
        for (String head : heads) {
            for (String tail : tails) {
                if (head.length() + tail.length() > LONGEST) {
                    return null;
                }
                joined.add(head + tail);
            }
        }
        return joined;
    }

    private static @Nullable Set<String> bounded(Set<String> texts) {
        return texts.size() > MOST_TEXTS ? null : texts;
    }
}
