package io.precinct.launcher.container;

import io.precinct.common.manifest.HeaderClauses;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;

/**
 * A Declarative Services component as its bundle describes it (OSGi Compendium 112.4), as far as a diagnosis needs it.
 *
 * @param name of the component
 * @param needsConfiguration true if it requires a configuration of Configuration Admin
 * @param references its references to services
 * @param unreadable why the description cannot be read, or null
 */
record ComponentDescription(
        String name,
        boolean needsConfiguration,
        List<Reference> references,
        @Nullable String unreadable) {
    /**
     * A reference to a service.
     *
     * @param service its interface
     * @param target a filter, or null
     * @param mandatory whether the component needs at least one
     */
    record Reference(String service, @Nullable String target, boolean mandatory) {
        String label() {
            return target == null ? "service " + service : "service " + service + " with " + target;
        }
    }

    /** The components of a bundle. */
    static List<ComponentDescription> of(Bundle bundle) {
        List<ComponentDescription> components = new ArrayList<>();
        for (String path : HeaderClauses.paths(bundle.getHeaders("").get("Service-Component"))) {
            URL url = bundle.getEntry(path);
            if (url == null) {
                continue;
            }
            try (InputStream xml = url.openStream()) {
                components.add(read(xml));
            } catch (IOException | XMLStreamException e) {
                components.add(new ComponentDescription(path, false, List.of(), e.getMessage()));
            }
        }
        return components;
    }

    private static ComponentDescription read(InputStream xml) throws XMLStreamException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        XMLStreamReader reader = factory.createXMLStreamReader(xml);
        String name = "without a name";
        boolean needsConfiguration = false;
        List<Reference> references = new ArrayList<>();
        while (reader.hasNext()) {
            if (reader.next() != XMLStreamConstants.START_ELEMENT) {
                continue;
            }
            switch (reader.getLocalName()) {
                case "component" -> {
                    name = attribute(reader, "name", name);
                    needsConfiguration = attribute(reader, "configuration-policy", "optional")
                            .equals("require");
                }
                case "reference" -> references.add(reference(reader));
                default -> {}
            }
        }
        return new ComponentDescription(name, needsConfiguration, references, null);
    }

    private static Reference reference(XMLStreamReader reader) {
        return new Reference(
                attribute(reader, "interface", ""),
                reader.getAttributeValue(null, "target"),
                attribute(reader, "cardinality", "1..1").startsWith("1"));
    }

    private static String attribute(XMLStreamReader reader, String attribute, String otherwise) {
        String value = reader.getAttributeValue(null, attribute);
        return value == null ? otherwise : value;
    }
}
