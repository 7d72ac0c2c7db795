package io.precinct.configuration.compare.diff;

import com.github.difflib.UnifiedDiffUtils;
import com.github.difflib.patch.ChangeDelta;
import com.github.difflib.patch.Chunk;
import com.github.difflib.patch.DeleteDelta;
import com.github.difflib.patch.InsertDelta;
import com.github.difflib.patch.Patch;
import java.util.ArrayList;
import java.util.List;

/** Unified differences of texts, as {@code diff -u} writes them. */
public final class TextDiff {
    private static final String NO_END = "\n\\ No newline at end of file";

    private TextDiff() {}

    /**
     * The difference between two texts; empty if they are equal.
     *
     * @param baseName stands behind {@code ---}
     * @param valueName stands behind {@code +++}
     * @param context equal lines around a difference
     */
    public static String unified(
            String baseName, String base, String valueName, String value, int context, Effort effort) {
        List<String> before = lines(base);
        List<String> after = lines(value);
        var patch = new Patch<String>();
        for (Gap gap : Gap.between(before, after, String::equals, effort)) {
            var was = new Chunk<>(gap.from(), before.subList(gap.from(), gap.to()));
            var is = new Chunk<>(gap.valueFrom(), after.subList(gap.valueFrom(), gap.valueTo()));
            patch.addDelta(
                    was.size() == 0
                            ? new InsertDelta<>(was, is)
                            : is.size() == 0 ? new DeleteDelta<>(was, is) : new ChangeDelta<>(was, is));
        }
        List<String> lines = UnifiedDiffUtils.generateUnifiedDiff(baseName, valueName, before, patch, context);
        return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
    }

    /** Lines without their ends. A last one that has none is told apart by the note that {@code diff} adds to it. */
    private static List<String> lines(String text) {
        List<String> lines = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            int end = text.indexOf('\n', at);
            lines.add(end < 0 ? text.substring(at) + NO_END : text.substring(at, end));
            at = end < 0 ? text.length() : end + 1;
        }
        return lines;
    }
}
