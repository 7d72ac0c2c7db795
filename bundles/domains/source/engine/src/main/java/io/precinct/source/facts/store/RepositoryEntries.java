package io.precinct.source.facts.store;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.h2.mvstore.MVMap;

/**
 * Which facts belong to the files of repositories, as of the last followed commits. Readers need no lock; the store
 * makes writers take turns.
 */
final class RepositoryEntries {
    private final MVMap<String, byte[]> entries;

    RepositoryEntries(MVMap<String, byte[]> entries) {
        this.entries = entries;
    }

    /** The entries of a repository, by path. */
    Map<String, FileKey> of(String repository) {
        var found = new HashMap<String, FileKey>();
        String prefix = repository + "\0";
        var cursor = entries.cursor(prefix);
        while (cursor.hasNext() && cursor.next().startsWith(prefix)) {
            FileKey entry = FileKey.decode(cursor.getKey(), cursor.getValue());
            found.put(entry.path(), entry);
        }
        return found;
    }

    void put(String repository, FileKey entry) {
        entries.put(entry.key(repository), entry.encode());
    }

    void remove(String repository, FileKey entry) {
        entries.remove(entry.key(repository));
    }

    /** Numbers of the files that entries of any repository lead to. */
    BitSet files() {
        var files = new BitSet();
        for (Iterator<String> keys = entries.keyIterator(null); keys.hasNext(); ) {
            String key = keys.next();
            byte[] value = entries.get(key);
            if (value != null) {
                files.set(FileKey.decode(key, value).file());
            }
        }
        return files;
    }
}
