package io.precinct.deploy.verify;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;

/**
 * Checks a zip archive by unpacking every entry, within bounds. Each entry must have the size and the CRC that the
 * central directory gives, and a name that stays inside the archive. The unpacked bytes are discarded.
 */
public final class ZipAudit {
    /** The largest number of entries: more than any real plug-in has, and the most that is possible without ZIP64. */
    static final int MAX_ENTRIES = 65_535;
    /** How many times its own size an archive may unpack to; DEFLATE reaches 1,032. */
    static final int MAX_RATIO = 100;
    /** Bytes to which every archive may unpack, whatever its ratio. */
    static final long FREE_BYTES = 1 << 20;

    private static final int LOCAL_HEADER = 0x504b0304;

    private final String name;
    private final long limit;
    private final byte[] buffer = new byte[64 << 10];
    private long unpacked;
    private int entries;

    private ZipAudit(String name, long limit) {
        this.name = name;
        this.limit = limit;
    }

    /** Whether the file is a zip archive with a complete central directory; its entries are not checked. */
    public static boolean hasWholeDirectory(Path file) {
        try (var zip = new ZipFile(file.toFile())) {
            return zip.size() > 0;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Reads the whole archive.
     *
     * @param nested names of entries that are archives themselves and are unpacked as well
     * @param maxUnpacked the most it may unpack to, in bytes
     * @throws DeploymentRefused if the archive is damaged, escapes its folder or is a bomb
     * @throws IOException if the file cannot be read
     */
    static void check(Path file, String name, Set<String> nested, long maxUnpacked)
            throws DeploymentRefused, IOException {
        long size = file.toFile().length();
        long byRatio = Math.max(FREE_BYTES, size * MAX_RATIO);
        var audit = new ZipAudit(name, Math.min(maxUnpacked, byRatio));
        try (var zip = new ZipFile(file.toFile())) {
            if (zip.size() == 0) {
                throw DeploymentRefused.content(
                        name + " is an empty archive: it holds no entry; build the bundle anew");
            }
            audit.count(zip.size());
            audit.checkNames(zip);
            for (ZipEntry entry : Collections.list(zip.entries())) {
                audit.read(zip, entry, nested.contains(entry.getName()));
            }
        } catch (ZipException e) {
            throw DeploymentRefused.damaged(describe(file, name, e));
        }
    }

    private void read(ZipFile zip, ZipEntry entry, boolean nested) throws DeploymentRefused, IOException {
        if (entry.getSize() > limit) {
            throw bomb();
        }
        var crc = new CRC32();
        long length = 0;
        try (InputStream in = zip.getInputStream(entry)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                crc.update(buffer, 0, n);
                length += n;
                unpack(n);
            }
        } catch (ZipException | java.io.EOFException e) {
            throw DeploymentRefused.damaged(
                    name + " is damaged: the entry " + entry.getName() + " does not unpack (" + e.getMessage() + ")");
        }
        if (length != entry.getSize() || crc.getValue() != entry.getCrc()) {
            throw DeploymentRefused.damaged(name + " is damaged: the entry " + entry.getName()
                    + " does not have the size and the checksum that the archive's directory gives");
        }
        if (nested) {
            try (InputStream in = zip.getInputStream(entry)) {
                readNested(in);
            }
        }
    }

    private void readNested(InputStream in) throws DeploymentRefused, IOException {
        var zip = new ZipInputStream(in);
        for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
            count(1);
            checkName(entry.getName());
            for (int n = zip.read(buffer); n >= 0; n = zip.read(buffer)) {
                unpack(n);
            }
        }
    }

    private void count(int more) throws DeploymentRefused {
        entries += more;
        if (entries > MAX_ENTRIES) {
            throw DeploymentRefused.content(
                    name + " holds more than " + MAX_ENTRIES + " entries, which no plug-in needs");
        }
    }

    private void unpack(int bytes) throws DeploymentRefused {
        unpacked += bytes;
        if (unpacked > limit) {
            throw bomb();
        }
    }

    private DeploymentRefused bomb() {
        return DeploymentRefused.content(
                name + " unpacks to more than " + limit + " bytes (ten times deploy.max_jar_bytes, or " + MAX_RATIO
                        + " times its own size): it is taken for a zip bomb");
    }

    private void checkNames(ZipFile zip) throws DeploymentRefused {
        Set<String> names = new HashSet<>();
        for (ZipEntry entry : Collections.list(zip.entries())) {
            checkName(entry.getName());
            if (!names.add(entry.getName())) {
                throw DeploymentRefused.content(name + " holds the entry " + entry.getName() + " twice; build it anew");
            }
        }
    }

    private void checkName(String entry) throws DeploymentRefused {
        boolean absolute = entry.startsWith("/") || entry.matches("^[A-Za-z]:.*");
        boolean escapes =
                entry.equals("..") || entry.startsWith("../") || entry.endsWith("/..") || entry.contains("/../");
        if (entry.isEmpty() || absolute || escapes || entry.indexOf('\\') >= 0 || entry.indexOf('\0') >= 0) {
            throw DeploymentRefused.content(name + " holds an entry named \"" + entry
                    + "\"; names are relative, separated by / and without ..");
        }
    }

    private static String describe(Path file, String name, ZipException e) {
        if (file.toFile().length() == 0) {
            return name + " is no OSGi bundle: it is empty (0 bytes); was it copied to its end?";
        }
        String detail = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
        boolean begins;
        try (var in = new RandomAccessFile(file.toFile(), "r")) {
            begins = in.length() >= 4 && in.readInt() == LOCAL_HEADER;
        } catch (IOException _) {
            begins = false;
        }
        if (begins) {
            return name + " is not whole: it begins like a zip archive, but its central directory cannot be read ("
                    + detail + "); was it copied to its end?";
        }
        return name + " is no OSGi bundle: it is not a zip archive (" + detail + ")";
    }
}
