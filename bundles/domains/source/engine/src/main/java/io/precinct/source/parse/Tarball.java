package io.precinct.source.parse;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** The files of an npm package: a gzipped tar (POSIX.1-2001 ustar and pax) whose files lie in one folder. */
final class Tarball {
    private static final int BLOCK = 512;
    private static final long LARGEST = 256L << 20;

    private Tarball() {}

    /**
     * Reads files, by their path below the package's folder.
     *
     * @param wanted which
     * @throws IOException if it is damaged or unreasonably large
     */
    static Map<String, byte[]> read(byte[] tarball, Predicate<String> wanted) throws IOException {
        var files = new LinkedHashMap<String, byte[]>();
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(tarball))) {
            String longName = null;
            long total = 0;
            while (true) {
                byte[] header = in.readNBytes(BLOCK);
                if (header.length < BLOCK || header[0] == 0) {
                    return files;
                }
                long size = size(header);
                total += size + BLOCK;
                if (size < 0 || total > LARGEST) {
                    throw new IOException("a tarball of more than " + LARGEST + " bytes");
                }
                String name = longName == null ? name(header) : longName;
                longName = null;
                byte type = header[156];
                if (type == 'x') {
                    longName = paxPath(content(in, size));
                } else if ((type == '0' || type == 0) && wanted.test(below(name))) {
                    files.put(below(name), content(in, size));
                } else {
                    in.skipNBytes(size);
                }
                in.skipNBytes((BLOCK - size % BLOCK) % BLOCK);
            }
        }
    }

    private static byte[] content(InputStream in, long size) throws IOException {
        byte[] content = in.readNBytes(Math.toIntExact(size));
        if (content.length < size) {
            throw new IOException("the tarball ends in the middle of a file");
        }
        return content;
    }

    /** The path without the package's folder. */
    private static String below(String name) {
        return name.substring(name.indexOf('/') + 1);
    }

    private static String name(byte[] header) {
        String prefix = text(header, 345, 155);
        String name = text(header, 0, 100);
        return prefix.isEmpty() ? name : prefix + "/" + name;
    }

    private static String text(byte[] header, int at, int length) {
        int end = at;
        while (end < at + length && header[end] != 0) {
            end++;
        }
        return new String(header, at, end - at, StandardCharsets.UTF_8);
    }

    private static long size(byte[] header) throws IOException {
        String octal = text(header, 124, 12).strip();
        try {
            return octal.isEmpty() ? 0 : Long.parseLong(octal, 8);
        } catch (NumberFormatException e) {
            throw new IOException("the tarball has a file of the size " + octal, e);
        }
    }

    /** The member {@code path} of a pax header, or null: records of {@code <length> <key>=<value>\n}. */
    private static @Nullable String paxPath(byte[] records) {
        for (String record : new String(records, StandardCharsets.UTF_8).split("\n", -1)) {
            int key = record.indexOf(" path=");
            if (key > 0) {
                return record.substring(key + " path=".length());
            }
        }
        return null;
    }
}
