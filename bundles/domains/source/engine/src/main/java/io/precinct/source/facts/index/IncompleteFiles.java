package io.precinct.source.facts.index;

import io.precinct.source.api.ResultPage.Incomplete;
import io.precinct.source.facts.extraction.FileFacts.Gap;
import io.precinct.source.git.PathRules;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The files of a page in which syntax errors may hide something: the first ones are named, the others counted.
 * Confined.
 */
public final class IncompleteFiles {
    private static final int MOST = 100;
    private static final String SYNTAX_ERROR = "syntax_error";

    private record File(String path, List<Gap> gaps) {}

    private final List<File> files = new ArrayList<>();

    /** Adds a file, unless it has no gaps; files come in the order of their paths. */
    public void add(String path, List<Gap> gaps) {
        if (!gaps.isEmpty()) {
            files.add(new File(path, gaps));
        }
    }

    /**
     * The list as it stands in the answer.
     *
     * @param last path behind which files belong to another page; null for all
     */
    public List<Incomplete> list(@Nullable String last) {
        List<File> meant = last == null
                ? files
                : files.stream()
                        .filter(file -> PathRules.compare(file.path(), last) <= 0)
                        .toList();
        var incomplete = new ArrayList<Incomplete>();
        for (File file : meant.subList(0, Math.min(MOST, meant.size()))) {
            file.gaps().forEach(gap -> incomplete.add(new Incomplete(file.path(), SYNTAX_ERROR, gap.from(), gap.to())));
        }
        if (meant.size() > MOST) {
            incomplete.add(Incomplete.more(SYNTAX_ERROR, meant.size() - MOST));
        }
        return incomplete;
    }
}
