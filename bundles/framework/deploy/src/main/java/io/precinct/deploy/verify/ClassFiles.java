package io.precinct.deploy.verify;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Checks by the version in their first bytes that this Java can load the class files of a jar (JVMS §4.1). */
final class ClassFiles {
    private static final int MAGIC = 0xCAFEBABE;
    /** The class file version of Java 1 is 45, and each release adds one. */
    private static final int BEFORE_JAVA_1 = 44;

    private ClassFiles() {}

    /** A sentence that names those compiled for a newer Java; empty if there are none. */
    static List<String> faults(ZipFile jar) throws IOException {
        int here = Runtime.version().feature();
        List<String> newer = new ArrayList<>();
        int newest = 0;
        for (ZipEntry entry : Collections.list(jar.entries())) {
            // META-INF/versions holds classes that only newer versions of Java load.
            if (!entry.getName().endsWith(".class") || entry.getName().startsWith("META-INF/")) {
                continue;
            }
            int java = javaOf(jar, entry);
            if (java > here) {
                newer.add(entry.getName());
                newest = Math.max(newest, java);
            }
        }
        if (newer.isEmpty()) {
            return List.of();
        }
        return List.of(some(newer) + " compiled for Java " + newest + " (class file version " + (newest + BEFORE_JAVA_1)
                + "), and this is Java " + here + "; compile with --release " + here + " or older");
    }

    private static String some(List<String> names) {
        return names.size() == 1
                ? names.getFirst() + " is"
                : names.getFirst() + " and " + (names.size() - 1) + " more are";
    }

    /** The release it was compiled for, or -1 if it is not a class file. */
    private static int javaOf(ZipFile jar, ZipEntry entry) throws IOException {
        try (var in = new DataInputStream(jar.getInputStream(entry))) {
            if (in.readInt() != MAGIC) {
                return -1;
            }
            in.readUnsignedShort(); // the minor version
            return in.readUnsignedShort() - BEFORE_JAVA_1;
        } catch (EOFException _) {
            return -1;
        }
    }
}
