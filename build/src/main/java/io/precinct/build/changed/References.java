package io.precinct.build.changed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The references among the classes of one folder, by their outermost classes. */
final class References {
    private final Map<String, Set<String>> direct = new HashMap<>();

    /** Reads the compiled classes below a folder; none if it is missing. */
    References(Path folder) {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".class")).toList()) {
                ClassModel model = ClassFile.of().parse(file);
                Set<String> known =
                        direct.computeIfAbsent(outermost(model.thisClass().asInternalName()), name -> new TreeSet<>());
                for (PoolEntry entry : model.constantPool()) {
                    if (entry instanceof ClassEntry named) {
                        known.add(outermost(named.asInternalName()));
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String outermost(String internal) {
        String name = internal.replace('/', '.');
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }

    /** Whether a class of the folder, or one that it refers to there, refers to one of these classes. */
    boolean refersToAny(String name, Collection<String> classes) {
        return known(name).stream()
                .anyMatch(each -> !Collections.disjoint(direct.getOrDefault(each, Set.of()), classes));
    }

    /** The classes of the folder that a class refers to, directly or through others, including itself. */
    Set<String> known(String name) {
        Set<String> found = new TreeSet<>();
        Deque<String> next = new ArrayDeque<>(List.of(name));
        while (!next.isEmpty()) {
            String each = next.removeFirst();
            if (direct.containsKey(each) && found.add(each)) {
                next.addAll(direct.get(each));
            }
        }
        return found;
    }
}
