package io.precinct.deploy.verify;

import io.precinct.common.component.ComponentDescription;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/**
 * Checks the component descriptions of a jar (OSGi Compendium §112.4). The component runtime only logs and ignores
 * descriptions that it cannot read; here, they lead to a refusal of the deployment.
 */
final class ComponentDescriptions {
    private final ZipFile jar;
    private final boolean whole;
    private final List<String> faults = new ArrayList<>();

    /**
     * The descriptions of a jar.
     *
     * @param whole true if the classes of the bundle are in the jar itself: none is nested or required of another
     *     bundle
     */
    private ComponentDescriptions(ZipFile jar, boolean whole) {
        this.jar = jar;
        this.whole = whole;
    }

    /**
     * The faults of the descriptions, as sentences; empty if there are none.
     *
     * @param paths paths as the manifest names them; a {@code *} in the last segment matches any characters
     * @param whole true if every class that the bundle does not import is an entry of the jar
     * @param imported packages that the bundle imports
     */
    static List<String> faults(ZipFile jar, List<String> paths, boolean whole, List<String> imported)
            throws IOException {
        var descriptions = new ComponentDescriptions(jar, whole);
        for (String path : paths) {
            for (ZipEntry entry : descriptions.entries(path)) {
                descriptions.read(entry, imported);
            }
        }
        return descriptions.faults;
    }

    private List<ZipEntry> entries(String path) {
        if (path.indexOf('*') < 0) {
            ZipEntry entry = jar.getEntry(path);
            return entry == null ? List.of() : List.of(entry); // PluginManifest reports a missing entry
        }
        Pattern pattern = Pattern.compile(Pattern.quote(path).replace("*", "\\E[^/]*\\Q"));
        return Collections.list(jar.entries()).stream()
                .filter(entry -> pattern.matcher(entry.getName()).matches())
                .map(ZipEntry.class::cast)
                .toList();
    }

    private void read(ZipEntry entry, List<String> imported) throws IOException {
        List<ComponentDescription> components;
        try (InputStream in = jar.getInputStream(entry)) {
            components = ComponentDescription.read(in);
        } catch (XMLStreamException e) {
            faults.add("its component description " + entry.getName() + " is not well-formed XML (line "
                    + e.getLocation().getLineNumber() + ", column "
                    + e.getLocation().getColumnNumber() + "); let the"
                    + " bnd-maven-plugin write it from @Component");
            return;
        }
        for (ComponentDescription component : components) {
            component.implementations().forEach(type -> implementation(entry, type, imported));
        }
        if (components.isEmpty()) {
            faults.add("its component description " + entry.getName() + " has no component element of the namespace "
                    + ComponentDescription.NAMESPACE + "…; let the bnd-maven-plugin write it from @Component");
        } else if (components.stream()
                .anyMatch(component -> component.implementations().isEmpty())) {
            faults.add(
                    "its component description " + entry.getName() + " has a component without an implementation; let"
                            + " the bnd-maven-plugin write it from @Component");
        }
    }

    private void implementation(ZipEntry entry, @Nullable String type, List<String> imported) {
        if (type == null || type.isBlank()) {
            faults.add("its component description " + entry.getName() + " has an implementation without a class");
            return;
        }
        String folder = type.indexOf('.') < 0 ? "" : type.substring(0, type.lastIndexOf('.'));
        if (whole && !imported.contains(folder) && jar.getEntry(type.replace('.', '/') + ".class") == null) {
            faults.add("its component description " + entry.getName() + " names the class " + type
                    + ", which the jar does not hold; add its package to Private-Package, or build the jar anew");
        }
    }
}
