package io.precinct.dependencies.importer.read;

import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/** An element of an XML document. Not thread-safe during parsing. */
final class XmlElement {
    private static final int DEEPEST = 90;
    private static final int MOST = 200_000;

    private final String name;
    private final int line;
    private final List<XmlElement> children = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();

    private XmlElement(String name, int line) {
        this.name = name;
        this.line = line;
    }

    /**
     * Parses a document and returns its root. Reads nothing outside the text, and ignores declarations in document
     * types.
     *
     * @throws BadFile if the text is not XML
     */
    static XmlElement read(String document) throws BadFile {
        try {
            return read(factory().createXMLStreamReader(new StringReader(document)));
        } catch (XMLStreamException e) {
            String message = String.valueOf(e.getMessage());
            int begin = message.indexOf("Message: ");
            int line = e.getLocation() == null ? 0 : Math.max(0, e.getLocation().getLineNumber());
            throw new BadFile(line, begin < 0 ? message : message.substring(begin + "Message: ".length()));
        }
    }

    // @req:dependency-import-hostile
    private static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, false);
        factory.setProperty("javax.xml.stream.isReplacingEntityReferences", false);
        factory.setXMLResolver((_, _, _, _) -> {
            throw new XMLStreamException("nothing outside of the file is read");
        });
        return factory;
    }

    private static XmlElement read(XMLStreamReader reader) throws XMLStreamException, BadFile {
        Deque<XmlElement> open = new ArrayDeque<>();
        var document = new XmlElement("", 0);
        open.push(document);
        int count = 0;
        while (reader.hasNext()) {
            XmlElement within = open.getFirst();
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    int line = reader.getLocation().getLineNumber();
                    if (open.size() > DEEPEST || ++count > MOST) {
                        throw new BadFile(line, "it has more than " + MOST + " elements or " + DEEPEST + " levels");
                    }
                    var child = new XmlElement(reader.getLocalName(), line);
                    within.children.add(child);
                    open.push(child);
                }
                case XMLStreamConstants.END_ELEMENT -> open.pop();
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> within.text.append(reader.getText());
                // an undeclared entity reads like a placeholder without a value
                case XMLStreamConstants.ENTITY_REFERENCE ->
                    within.text.append("${").append(reader.getLocalName()).append('}');
                default -> {}
            }
        }
        return document.children.getFirst();
    }

    String name() {
        return name;
    }

    int line() {
        return line;
    }

    /** Returns the first child with this name, or null. */
    @Nullable
    XmlElement child(String wanted) {
        return children(wanted).findFirst().orElse(null);
    }

    /** Returns the children with this name. */
    Stream<XmlElement> children(String wanted) {
        return children.stream().filter(child -> child.name.equals(wanted));
    }

    /** Returns all children. */
    List<XmlElement> children() {
        return children;
    }

    /** Returns the text of the first child with this name; null if there is none or it is blank. */
    @Nullable
    String text(String wanted) {
        XmlElement child = child(wanted);
        String found = child == null ? "" : child.text();
        return found.isEmpty() ? null : found;
    }

    /** Returns the text of this element. */
    String text() {
        return text.toString().strip();
    }
}
