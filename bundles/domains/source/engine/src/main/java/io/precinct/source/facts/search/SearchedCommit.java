package io.precinct.source.facts.search;

import io.precinct.source.git.Commit;
import io.precinct.source.git.PathRules;
import io.precinct.source.git.TreeFile;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;

/**
 * The files of a commit with the numbers of their texts. Immutable.
 *
 * @param files all of them, sorted by path
 * @param origins of the files, by their names
 * @param numbers in the same order, -1 if the index did not know the text
 * @param isWhole whether every file has its number
 * @param index that the numbers belong to
 * @param sweeps of the index when they were looked up
 */
record SearchedCommit(
        List<TreeFile> files, FileOrigins origins, int[] numbers, boolean isWhole, TextIndex index, int sweeps) {
    static SearchedCommit of(List<TreeFile> files, FileOrigins origins, int[] numbers, TextIndex index, int sweeps) {
        boolean whole = true;
        for (int i = 0; i < numbers.length; i++) {
            whole &= numbers[i] >= 0 || !files.get(i).isFile();
        }
        return new SearchedCommit(files, origins, numbers, whole, index, sweeps);
    }

    static String key(Commit commit) {
        return commit.repository() + " " + commit.id();
    }

    /** Whether its numbers are still those of an index after so many sweeps. */
    boolean isOf(TextIndex other, int sweeps) {
        return index == other && this.sweeps == sweeps;
    }

    /**
     * The numbers of the texts of other files, sorted by path, if the file of the same path has the same text here;
     * -1 for all others.
     */
    int[] numbersOf(List<TreeFile> others) {
        var found = new int[others.size()];
        int at = 0;
        for (int i = 0; i < found.length; i++) {
            TreeFile other = others.get(i);
            while (at < numbers.length && PathRules.compare(files.get(at).path(), other.path()) < 0) {
                at++;
            }
            found[i] = at < numbers.length && other.equals(files.get(at)) ? numbers[at] : -1;
        }
        return found;
    }

    /** Its memory use, in bytes; the commit holds its files. */
    int weight() {
        return 300 + 9 * numbers.length;
    }

    /** The paths of files, as a view. */
    static List<String> paths(List<TreeFile> files) {
        return new Paths(files);
    }

    private static final class Paths extends AbstractList<String> implements RandomAccess {
        private final List<TreeFile> files;

        Paths(List<TreeFile> files) {
            this.files = files;
        }

        @Override
        public String get(int index) {
            return files.get(index).path();
        }

        @Override
        public int size() {
            return files.size();
        }
    }
}
