package io.precinct.deploy.verify;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * Checks that this Java can load the class files of a jar: their version (JVMS §4.1) fits, and they are not damaged.
 */
final class ClassFiles {
    private static final int MAGIC = 0xCAFEBABE;
    /** The number of bytes of the magic number and the minor and major version. */
    private static final int HEAD = 8;

    private static final int VERSION = 6;
    /**
     * The difference between a class file version and the Java release: Java 1 has version 45, and each release adds
     * one.
     */
    private static final int BEFORE_JAVA_1 = 44;

    private ClassFiles() {}

    /**
     * A sentence for each damaged class file, and one for all class files compiled for a newer Java; empty if there are
     * none. They are checked here because a container reports a damaged class only when it loads the class, perhaps in
     * a request.
     *
     * @param name name of the jar
     */
    static List<String> faults(ZipFile jar, String name) throws IOException {
        int here = Runtime.version().feature();
        List<String> faults = new ArrayList<>();
        List<String> newer = new ArrayList<>();
        int newest = 0;
        for (ZipEntry entry : Collections.list(jar.entries())) {
            // META-INF/versions contains classes that only newer versions of Java load.
            if (!entry.getName().endsWith(".class") || entry.getName().startsWith("META-INF/")) {
                continue;
            }
            byte[] content = read(jar, entry);
            int java = javaOf(content);
            if (java > here) {
                newer.add(entry.getName());
                newest = Math.max(newest, java);
                continue; // a newer format, which cannot be parsed here
            }
            String damage = damage(content);
            if (damage != null) {
                faults.add(name + " is damaged: its class file " + entry.getName() + " cannot be read (" + damage
                        + "); build and copy it again");
            }
        }
        if (!newer.isEmpty()) {
            faults.add(newer(newer, newest, here));
        }
        return faults;
    }

    private static String newer(List<String> newer, int newest, int here) {
        return some(newer) + " compiled for Java " + newest + " (class file version " + (newest + BEFORE_JAVA_1)
                + "), and this is Java " + here + "; compile with --release " + here + " or older";
    }

    private static String some(List<String> names) {
        return names.size() == 1
                ? names.getFirst() + " is"
                : names.getFirst() + " and " + (names.size() - 1) + " more are";
    }

    private static byte[] read(ZipFile jar, ZipEntry entry) throws IOException {
        try (var in = jar.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }

    /** The Java release that a class was compiled for, or -1 if the content does not begin like a class file. */
    private static int javaOf(byte[] content) {
        ByteBuffer head = ByteBuffer.wrap(content);
        return content.length < HEAD || head.getInt() != MAGIC ? -1 : head.getShort(VERSION) - BEFORE_JAVA_1;
    }

    /** Why a class file cannot be read to its end, or null if it can. */
    private static @Nullable String damage(byte[] content) {
        try {
            ClassModel read = ClassFile.of().parse(content);
            read.constantPool().forEach(_ -> {});
            read.forEach(element -> {
                if (element instanceof MethodModel method) {
                    method.forEach(part -> {
                        if (part instanceof CodeModel code) {
                            code.forEach(_ -> {});
                        }
                    });
                } else if (element instanceof FieldModel field) {
                    field.forEach(_ -> {});
                }
            });
            return null;
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
