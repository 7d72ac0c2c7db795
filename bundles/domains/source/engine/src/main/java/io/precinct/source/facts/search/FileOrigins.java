package io.precinct.source.facts.search;

import io.precinct.source.git.Commit;
import io.precinct.source.git.FileAttributes;
import io.precinct.source.git.TreeFile;
import io.precinct.source.linguist.Origin;
import io.precinct.source.linguist.TextMark;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the files of a commit are by their names and by what {@code .gitattributes} declare, as positions. Never changed.
 *
 * @param generated declared or named so
 * @param vendored declared or in such a folder
 * @param written declared not to be generated, so that no mark in the text counts
 * @param minifiable scripts and style sheets
 * @param binary declared so: their lines are not shown
 */
// @req:source-origin
record FileOrigins(BitSet generated, BitSet vendored, BitSet written, BitSet minifiable, BitSet binary) {
    static FileOrigins of(Commit commit, List<TreeFile> files) {
        var origins = new FileOrigins(new BitSet(), new BitSet(), new BitSet(), new BitSet(), new BitSet());
        for (int i = 0; i < files.size(); i++) {
            String path = files.get(i).path();
            FileAttributes declared = commit.attributes(path);
            origins.written.set(i, Boolean.FALSE.equals(declared.generated()));
            origins.generated.set(
                    i,
                    declared.generated() == null
                            ? Origin.isGenerated(path)
                            : Boolean.TRUE.equals(declared.generated()));
            origins.vendored.set(
                    i,
                    declared.vendored() == null ? Origin.isVendored(path) : Boolean.TRUE.equals(declared.vendored()));
            origins.minifiable.set(i, Origin.isMinifiable(path));
            origins.binary.set(i, declared.isBinary());
        }
        return origins;
    }

    /** The origin of a file whose text has these marks; null if it was written in its repository. */
    @Nullable
    Origin of(int position, Set<TextMark> marks) {
        boolean marked =
                marks.contains(TextMark.GENERATED) || minifiable.get(position) && marks.contains(TextMark.LONG_LINES);
        if (generated.get(position) || marked && !written.get(position)) {
            return Origin.GENERATED;
        }
        return vendored.get(position) ? Origin.VENDORED : null;
    }
}
