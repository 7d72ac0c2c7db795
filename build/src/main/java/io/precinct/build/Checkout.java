package io.precinct.build;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/**
 * The modules of a checkout and their dependencies, read from the poms alone.
 *
 * @param root the folder with {@code .mvn}
 * @param version the version of every module
 * @param modules by artifact id; a module comes after its dependencies
 */
public record Checkout(Path root, String version, Map<String, SourceModule> modules) {
    private static final String GROUP = "io.precinct";

    /** Reads the poms below a folder. */
    public static Checkout read(Path root) {
        var poms = new LinkedHashMap<String, Pom>();
        Deque<String> folders = new ArrayDeque<>(List.of(""));
        while (!folders.isEmpty()) {
            String folder = folders.removeFirst();
            Pom pom = Pom.read(root, folder);
            poms.put(pom.artifact, pom);
            folders.addAll(pom.modules());
        }
        var sorted = new LinkedHashMap<String, SourceModule>();
        poms.keySet().forEach(artifact -> sort(artifact, poms, sorted));
        Element first = poms.values().iterator().next().project;
        return new Checkout(root, text(first, "version"), sorted);
    }

    private static void sort(String artifact, Map<String, Pom> poms, Map<String, SourceModule> sorted) {
        Pom pom = poms.get(artifact);
        if (pom == null || sorted.containsKey(artifact)) {
            return;
        }
        Set<String> dependencies = new LinkedHashSet<>();
        for (Pom each = pom; each != null; each = each.parent == null ? null : poms.get(each.parent)) {
            dependencies.addAll(each.dependencies());
        }
        dependencies.retainAll(poms.keySet());
        dependencies.forEach(dependency -> sort(dependency, poms, sorted));
        String packaging = text(pom.project, "packaging");
        sorted.put(
                artifact,
                new SourceModule(
                        pom.folder, artifact, packaging.isEmpty() ? "jar" : packaging, dependencies, pom.path));
    }

    /**
     * The module with an artifact id or in a folder, with or without the common prefix of such names:
     * {@code bundles/domains/cases/service}, {@code boundaries/echo}, {@code precinct-cases} or {@code cases}.
     */
    public Optional<SourceModule> named(String name) {
        String folder = name.endsWith("/") ? name.substring(0, name.length() - 1) : name;
        return modules.values().stream()
                .filter(module -> module.folder().equals(folder)
                        || module.artifact().equals(folder)
                        || module.artifact().equals("precinct-" + folder)
                        || module.folder().equals("bundles/" + folder))
                .findFirst();
    }

    /** The jar of a bundle: that of the module that {@link #named} finds, or of a folder whose module makes several. */
    public Optional<BundleFile> bundle(String name) {
        String folder = name.endsWith("/") ? name.substring(0, name.length() - 1) : name;
        int slash = folder.lastIndexOf('/');
        Optional<SourceModule> whole = named(folder);
        if (whole.isPresent() || slash < 0) {
            return whole.filter(SourceModule::isBundle)
                    .map(module -> new BundleFile(module, module.jars(version).getFirst()));
        }
        String classifier = folder.substring(slash + 1);
        return named(folder.substring(0, slash))
                .filter(module -> module.namedJars().containsKey(classifier))
                .map(module -> new BundleFile(module, module.artifact() + "-" + version + "-" + classifier + ".jar"));
    }

    /** A bundle: the module that makes it, and the name of its jar. */
    public record BundleFile(SourceModule module, String name) {
        /** The jar. */
        public Path jar() {
            return module.target().resolve(name);
        }
    }

    /** The module with the source of an outermost class of the product. */
    public Optional<SourceModule> moduleOf(String name) {
        String source = "src/main/java/" + name.replace('.', '/') + ".java";
        return modules.values().stream()
                .filter(module -> Files.exists(module.path().resolve(source)))
                .findFirst();
    }

    /** The innermost module that contains a file; the root contains all other files. */
    public SourceModule holding(String file) {
        SourceModule holder = null;
        for (SourceModule module : modules.values()) {
            if ((module.folder().isEmpty() || file.startsWith(module.folder() + "/"))
                    && (holder == null
                            || module.folder().length() > holder.folder().length())) {
                holder = module;
            }
        }
        if (holder == null) {
            throw new IllegalStateException("no module holds " + file);
        }
        return holder;
    }

    /**
     * The dependents of a module, without itself, with the number of steps: nearest first, then in the order of the
     * build.
     */
    public Map<SourceModule, Integer> dependents(SourceModule module) {
        Map<SourceModule, Integer> found = new LinkedHashMap<>();
        List<SourceModule> step = List.of(module);
        for (int steps = 1; !step.isEmpty(); steps++) {
            List<SourceModule> next = new ArrayList<>();
            for (SourceModule each : modules.values()) {
                boolean depends =
                        step.stream().anyMatch(on -> each.dependencies().contains(on.artifact()));
                if (depends && !each.equals(module) && found.putIfAbsent(each, steps) == null) {
                    next.add(each);
                }
            }
            step = next;
        }
        return found;
    }

    /** Modules with something to test, by folder. */
    public Map<String, SourceModule> tested() {
        Map<String, SourceModule> tested = new TreeMap<>();
        for (SourceModule module : modules.values()) {
            if (Files.isDirectory(module.path().resolve("src/test/java"))) {
                tested.put(module.folder(), module);
            }
        }
        return tested;
    }

    private static String text(Element parent, String name) {
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element && element.getTagName().equals(name)) {
                return element.getTextContent().trim();
            }
        }
        return "";
    }

    private static List<Element> children(Element parent, String list, String name) {
        List<Element> found = new ArrayList<>();
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element holder && holder.getTagName().equals(list)) {
                for (Node child = holder.getFirstChild(); child != null; child = child.getNextSibling()) {
                    if (child instanceof Element element && element.getTagName().equals(name)) {
                        found.add(element);
                    }
                }
            }
        }
        return found;
    }

    private record Pom(
            String folder,
            Path path,
            Element project,
            String artifact,
            @Nullable String parent) {
        static Pom read(Path root, String folder) {
            Path path = root.resolve(folder).normalize();
            Path file = path.resolve("pom.xml");
            try {
                Element project = DocumentBuilderFactory.newDefaultInstance()
                        .newDocumentBuilder()
                        .parse(file.toFile())
                        .getDocumentElement();
                String parent = null;
                for (Node node = project.getFirstChild(); node != null; node = node.getNextSibling()) {
                    if (node instanceof Element element && element.getTagName().equals("parent")) {
                        parent = text(element, "artifactId");
                    }
                }
                return new Pom(folder, path, project, text(project, "artifactId"), parent);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (ParserConfigurationException | SAXException e) {
                throw new IllegalStateException(file + ": " + e.getMessage(), e);
            }
        }

        /** The folders of its modules, relative to the checkout. */
        List<String> modules() {
            return children(project, "modules", "module").stream()
                    .map(module -> Path.of(folder, module.getTextContent().trim())
                            .normalize()
                            .toString()
                            .replace('\\', '/'))
                    .toList();
        }

        List<String> dependencies() {
            return children(project, "dependencies", "dependency").stream()
                    .filter(dependency -> text(dependency, "groupId").equals(GROUP))
                    .map(dependency -> text(dependency, "artifactId"))
                    .toList();
        }
    }
}
