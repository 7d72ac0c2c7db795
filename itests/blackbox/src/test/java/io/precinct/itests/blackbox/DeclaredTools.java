package io.precinct.itests.blackbox;

import io.precinct.itests.support.Distribution;
import io.precinct.tools.api.Tool;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The tools that the bundles of the packaged distribution declare. An instance tells the names of operations, but not
 * their routes; these are in the descriptions.
 *
 * @param tools by the name of the tool, for each operation the route that it calls; the parts of a tool are one
 */
record DeclaredTools(Map<String, Map<String, String>> tools) {
    /** The component descriptions of a bundle, one for each component. */
    private static final String COMPONENTS = "OSGI-INF/";

    private static final Pattern IMPLEMENTATION = Pattern.compile("<implementation class=\"([^\"]+)\"");
    private static final String PROVIDES = "interface=\"io.precinct.api.service.Extension\"";

    /** Reads the descriptions of all tools from the jars of the distribution. */
    static DeclaredTools ofDistribution() throws IOException, ReflectiveOperationException {
        List<Path> jars;
        try (Stream<Path> bundles = Files.list(Distribution.built().home().resolve("bundles"))) {
            jars = bundles.filter(file -> file.toString().endsWith(".jar")).toList();
        }
        var urls = new ArrayList<URL>();
        var extensions = new ArrayList<String>();
        for (Path jar : jars) {
            urls.add(jar.toUri().toURL());
            extensions.addAll(extensions(jar));
        }
        Map<String, Map<String, String>> tools = new TreeMap<>();
        try (var loader = new URLClassLoader(urls.toArray(URL[]::new), DeclaredTools.class.getClassLoader())) {
            for (String name : extensions) {
                Class<?> type = Class.forName(name, false, loader);
                if (Tool.class.isAssignableFrom(type)) {
                    var tool = (Tool) type.getConstructor().newInstance();
                    add(tools.computeIfAbsent(tool.description().name(), _ -> new LinkedHashMap<>()), tool);
                }
            }
        }
        return new DeclaredTools(tools);
    }

    private static void add(Map<String, String> operations, Tool tool) {
        tool.description().operations().forEach((operation, route) -> {
            if (operations.put(operation, route) != null) {
                throw new AssertionError(
                        tool.name() + " repeats the operation " + operation + " of its tool; give it another name");
            }
        });
    }

    /** Returns the classes of the components that are extensions. */
    private static List<String> extensions(Path jar) throws IOException {
        var classes = new ArrayList<String>();
        try (var file = new JarFile(jar.toFile())) {
            for (JarEntry entry : file.stream().toList()) {
                if (entry.getName().startsWith(COMPONENTS) && entry.getName().endsWith(".xml")) {
                    String xml = new String(file.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
                    Matcher implementation = IMPLEMENTATION.matcher(xml);
                    if (xml.contains(PROVIDES) && implementation.find()) {
                        classes.add(implementation.group(1));
                    }
                }
            }
        }
        return classes;
    }

    /** Returns the routes that operations call, sorted. */
    List<String> routes() {
        return tools.values().stream()
                .flatMap(operations -> operations.values().stream())
                .distinct()
                .sorted()
                .toList();
    }
}
