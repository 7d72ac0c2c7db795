package io.precinct.build.compile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Java sources and resources of a module, main or test, and their folder of classes.
 *
 * <p>Classes compiled here are stamped a little older than their source: Maven, whose compiler checks more, then
 * compiles them again in its next build. {@code built} distinguishes those stamps from changed sources.
 *
 * @param sources the folder of Java sources
 * @param generated the folder of Java sources that Maven makes from templates; may be missing
 * @param resources the folder of resources
 * @param classes the folder of their classes
 * @param instructions bnd's instructions for the module; empty if it is no bundle. Packages that they name have classes of
 *     other jars, too
 */
record SourceFolder(Path sources, Path generated, Path resources, Path classes, String instructions) {
    private static final long STAMP_MILLIS = 2;

    /** Sources that have changed since their class was written, and those that were never compiled. */
    List<Path> stale() {
        return javaFiles().stream().filter(this::isStale).toList();
    }

    /** Every source. */
    List<Path> javaFiles() {
        return Stream.concat(files(sources).stream(), files(generated).stream())
                .filter(file -> file.getFileName().toString().endsWith(".java"))
                .toList();
    }

    private boolean isStale(Path source) {
        Path compiled = classOf(source);
        if (!Files.exists(compiled)) {
            return !source.endsWith("package-info.java");
        }
        long written = compiled.toFile().lastModified();
        long changed = source.toFile().lastModified();
        return written < changed && written != changed - STAMP_MILLIS;
    }

    /** The class file of a source's outermost class. */
    Path classOf(Path source) {
        String name = (source.startsWith(generated) ? generated : sources)
                .relativize(source)
                .toString();
        return classes.resolve(name.substring(0, name.length() - ".java".length()) + ".class");
    }

    /** The class files of a source: that of its outermost class and those nested in it. */
    List<Path> classesOf(Path source) {
        Path outermost = classOf(source);
        Path folder = outermost.resolveSibling("");
        String name = outermost.getFileName().toString().replaceFirst("\\.class$", "");
        try (Stream<Path> siblings = Files.isDirectory(folder) ? Files.list(folder) : Stream.empty()) {
            return siblings.filter(file -> {
                        String sibling = file.getFileName().toString();
                        return sibling.equals(name + ".class")
                                || sibling.startsWith(name + "$") && sibling.endsWith(".class");
                    })
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether there are classes whose source is gone. */
    boolean hasOrphans() {
        return !orphans().isEmpty();
    }

    /** Removes the classes of deleted sources; returns whether there were any. */
    boolean removeOrphans() {
        List<Path> orphans = orphans();
        orphans.forEach(SourceFolder::delete);
        return !orphans.isEmpty();
    }

    /** Only in packages of ours alone: anything else in the folder comes from others. */
    private List<Path> orphans() {
        List<Path> found = new ArrayList<>();
        for (Path folder : packages()) {
            Path compiled = classes.resolve(sources.relativize(folder).toString());
            for (Path file : Files.isDirectory(compiled) ? listed(compiled) : List.<Path>of()) {
                String name = file.getFileName().toString();
                if (name.endsWith(".class")
                        && !Files.exists(generated
                                .resolve(sources.relativize(folder).toString())
                                .resolve(name.replaceFirst("(\\$.*)?\\.class$", ".java")))
                        && !Files.exists(folder.resolve(name.replaceFirst("(\\$.*)?\\.class$", ".java")))
                        && !Files.exists(folder.resolve(sourceOf(file)))) {
                    found.add(file);
                }
            }
        }
        return found;
    }

    /** The folders of packages that have sources, and of ours that had: all except those that bnd copies. */
    private Set<Path> packages() {
        Set<Path> packages = new HashSet<>();
        for (Path source : files(sources)) {
            Path folder = source.getParent();
            if (!instructions.contains(sources.relativize(folder).toString().replace('\\', '/') + "/")) {
                packages.add(folder);
            }
        }
        Path ours = classes.resolve("io/precinct");
        for (Path file : files(ours)) {
            Path folder = classes.relativize(file).getParent();
            if (folder != null && !folder.startsWith("io/precinct/common")) {
                packages.add(sources.resolve(folder.toString()));
            }
        }
        return packages;
    }

    private static String sourceOf(Path file) {
        try {
            ClassModel model = ClassFile.of().parse(file);
            return model.findAttribute(Attributes.sourceFile())
                    .map(source -> source.sourceFile().stringValue())
                    .orElse("");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Stamps the classes of a source. */
    void stamp(Path source) {
        FileTime time = FileTime.fromMillis(source.toFile().lastModified() - STAMP_MILLIS);
        for (Path file : classesOf(source)) {
            try {
                Files.setLastModifiedTime(file, time);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Copies changed resources; returns whether there were any. */
    boolean copyResources() {
        boolean copied = false;
        for (Path file : files(resources)) {
            Path target = classes.resolve(resources.relativize(file).toString());
            try {
                if (!Files.exists(target)
                        || target.toFile().lastModified() < file.toFile().lastModified()) {
                    Files.createDirectories(target.getParent());
                    Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
                    copied = true;
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return copied;
    }

    private static List<Path> files(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        List<Path> found = new ArrayList<>();
        try (Stream<Path> tree = Files.walk(folder)) {
            tree.filter(Files::isRegularFile).sorted().forEach(found::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    private static List<Path> listed(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
