package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Distribution;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Only bundles that import a package of the JDK outside of {@code java.*} can see it. A bundle without a necessary
 * import works in every test on a flat class path, but fails as a bundle.
 */
class ImportsTest {
    /** Known missing imports, and why they do no harm. */
    private static final Map<String, Set<String>> KNOWN = Map.of(
            // Events for the flight recorder, without which the library works if it does not see the package.
            "io.precinct.lib.jdbi", Set.of("jdk.jfr"),
            // Names of features, which the compiler has copied as constants.
            "org.postgresql.jdbc", Set.of("javax.xml"),
            "com.fasterxml.jackson.core.jackson-databind", Set.of("javax.xml"));

    private static final Set<String> PLATFORM = ModuleFinder.ofSystem().findAll().stream()
            .flatMap(module -> module.descriptor().exports().stream())
            .filter(exported -> !exported.isQualified() && !exported.source().startsWith("java."))
            .map(java.lang.module.ModuleDescriptor.Exports::source)
            .collect(Collectors.toSet());

    @Test
    void everyShippedBundleImportsWhatItUsesOfThePlatform() throws IOException {
        List<Path> jars;
        try (var files = Files.list(Distribution.built().home().resolve("bundles"))) {
            jars = files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        }
        var imported = new TreeMap<String, Set<String>>();
        var used = new TreeMap<String, Set<String>>();
        for (Path path : jars) {
            try (var jar = new JarFile(path.toFile())) {
                Attributes manifest = jar.getManifest().getMainAttributes();
                String host = manifest.getValue("Fragment-Host");
                String name = name(host == null ? manifest.getValue("Bundle-SymbolicName") : host);
                imported.computeIfAbsent(name, _ -> new HashSet<>()).addAll(packages(manifest));
                used.computeIfAbsent(name, _ -> new TreeSet<>()).addAll(used(jar));
            }
        }
        assertThat(used).hasSizeGreaterThan(50);
        var missing = new ArrayList<String>();
        used.forEach((name, packages) -> packages.stream()
                .filter(each -> !imported.getOrDefault(name, Set.of()).contains(each))
                .filter(each -> !KNOWN.getOrDefault(name, Set.of()).contains(each))
                .forEach(each -> missing.add(name + " does not import " + each)));

        assertThat(missing).isEmpty();
    }

    private static String name(String header) {
        return header.split(";")[0].strip();
    }

    /** The packages that are imported in any way, including optional and dynamic imports. */
    private static Set<String> packages(Attributes manifest) {
        var packages = new HashSet<String>();
        for (String header : List.of("Import-Package", "DynamicImport-Package")) {
            String clauses = String.valueOf(manifest.getValue(header)).replaceAll("\"[^\"]*\"", "");
            for (String part : clauses.split("[,;]")) {
                packages.add(part.strip());
            }
        }
        return packages;
    }

    private static Set<String> used(JarFile jar) throws IOException {
        var used = new TreeSet<String>();
        for (JarEntry entry : jar.stream().toList()) {
            if (entry.getName().endsWith(".class") && !entry.getName().startsWith("META-INF/")) {
                try (InputStream in = jar.getInputStream(entry)) {
                    for (var constant : ClassFile.of().parse(in.readAllBytes()).constantPool()) {
                        if (constant instanceof ClassEntry type) {
                            String name = type.asInternalName();
                            int end = name.lastIndexOf('/');
                            String itsPackage = end < 0
                                    ? ""
                                    : name.substring(name.lastIndexOf('[') + (name.startsWith("[") ? 2 : 1), end)
                                            .replace('/', '.');
                            if (PLATFORM.contains(itsPackage)) {
                                used.add(itsPackage);
                            }
                        }
                    }
                }
            }
        }
        return used;
    }
}
