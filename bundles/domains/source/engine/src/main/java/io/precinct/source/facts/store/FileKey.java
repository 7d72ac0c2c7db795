package io.precinct.source.facts.store;

import io.precinct.source.facts.extraction.Bytes;
import io.precinct.source.facts.extraction.DamagedFacts;

/**
 * A file of a repository, by the key of the specification: repository, path and the second in which it changed; and by
 * the blob, which decides whether it is the same.
 *
 * @param seconds since the epoch
 * @param file number of its facts
 */
public record FileKey(String path, long seconds, String blob, int grammar, int file) {
    String key(String repository) {
        return repository + "\0" + path + "\0" + seconds;
    }

    byte[] encode() {
        var out = new Bytes.Writer(60);
        out.text(blob);
        out.number(grammar);
        out.number(file);
        return out.toBytes();
    }

    static FileKey decode(String key, byte[] value) {
        int first = key.indexOf('\0');
        int last = key.lastIndexOf('\0');
        if (first < 0 || first == last) {
            throw new DamagedFacts("not the key of a file: " + key);
        }
        var in = new Bytes.Reader(value);
        return new FileKey(
                key.substring(first + 1, last),
                Long.parseLong(key.substring(last + 1)),
                in.text(),
                in.number(),
                in.number());
    }
}
