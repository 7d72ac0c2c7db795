package io.precinct.common.component;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * A component of Declarative Services as its bundle describes it (OSGi Compendium §112.4), as far as a check or a
 * diagnosis needs it. Callers must not change its lists.
 *
 * @param name name of the component
 * @param needsConfiguration whether it requires a configuration of Configuration Admin
 * @param implementations the class that each implementation element names, null for an element that names none; exactly
 *     one in a valid description
 * @param references its references to services
 */
public record ComponentDescription(
        String name, boolean needsConfiguration, List<@Nullable String> implementations, List<Reference> references) {
    /** The beginning of the namespaces of component elements; the version follows it. */
    public static final String NAMESPACE = "http://www.osgi.org/xmlns/scr/";

    /**
     * A reference to a service.
     *
     * @param service its interface
     * @param target a filter, or null
     * @param mandatory whether the component needs at least one
     */
    public record Reference(String service, @Nullable String target, boolean mandatory) {}

    /**
     * The components that a document describes; none if it describes something else. Document types, and so entities,
     * are not read.
     *
     * @param xml the document; stays open
     * @throws XMLStreamException if the document is not well-formed or cannot be read to its end
     */
    public static List<ComponentDescription> read(InputStream xml) throws XMLStreamException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        XMLStreamReader reader = factory.createXMLStreamReader(xml);
        List<ComponentDescription> components = new ArrayList<>();
        while (reader.hasNext()) {
            if (reader.next() == XMLStreamConstants.START_ELEMENT) {
                element(reader, components);
            }
        }
        return components;
    }

    private static void element(XMLStreamReader reader, List<ComponentDescription> components) {
        String namespace = reader.getNamespaceURI();
        if (reader.getLocalName().equals("component") && (namespace == null || namespace.startsWith(NAMESPACE))) {
            components.add(new ComponentDescription(
                    attribute(reader, "name", "without a name"),
                    attribute(reader, "configuration-policy", "optional").equals("require"),
                    new ArrayList<>(),
                    new ArrayList<>()));
        } else if (!components.isEmpty() && reader.getLocalName().equals("implementation")) {
            components.getLast().implementations.add(reader.getAttributeValue(null, "class"));
        } else if (!components.isEmpty() && reader.getLocalName().equals("reference")) {
            components.getLast().references.add(reference(reader));
        }
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
