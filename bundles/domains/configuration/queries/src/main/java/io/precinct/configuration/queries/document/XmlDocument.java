package io.precinct.configuration.queries.document;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * XML. An element is an object of its attributes as {@code @name}, its text as {@code #text} and its children, several
 * with one name as an array; an element with only text is that text. White space around a text is dropped, except in
 * CDATA and under {@code xml:space="preserve"}. Names keep their prefixes. A document type is skipped and nothing outside the file is read: an entity that it declares is a fault.
 */
final class XmlDocument {
    private static final String TEXT = "#text";
    private static final String ATTRIBUTE = "@";
    private static final String SPACE = "xml:space";

    private final DocumentText text;
    private final XmlTags tags;

    XmlDocument(DocumentText text) {
        this.text = text;
        this.tags = new XmlTags(text.text());
    }

    /** An element that is being read. */
    private static final class Element {
        final String name;
        final int offset;
        final Map<String, Located> attributes;
        final Map<String, List<Located>> children = new LinkedHashMap<>();
        final boolean preserved;
        final StringBuilder text = new StringBuilder();

        /** The part of the text from which no white space is dropped. */
        private int from = Integer.MAX_VALUE;

        private int to;

        Element(String name, int offset, Map<String, Located> attributes, boolean preserved) {
            this.name = name;
            this.offset = offset;
            this.attributes = attributes;
            this.preserved = preserved;
        }

        void append(String characters, boolean literal) {
            int start = text.length();
            text.append(characters);
            if (literal || preserved) {
                from = Math.min(from, start);
                to = text.length();
            }
        }

        String text() {
            int begin = 0;
            int end = text.length();
            while (begin < Math.min(from, end) && Character.isWhitespace(text.charAt(begin))) {
                begin++;
            }
            while (end > Math.max(to, begin) && Character.isWhitespace(text.charAt(end - 1))) {
                end--;
            }
            return text.substring(begin, end);
        }
    }

    List<Located> read() throws BadDocument {
        try {
            XMLStreamReader reader = factory().createXMLStreamReader(new StringReader(text.text()));
            return List.of(read(reader));
        } catch (XMLStreamException e) {
            int at = e.getLocation() == null ? 0 : Math.max(0, e.getLocation().getCharacterOffset());
            throw text.bad(at, problem(e));
        }
    }

    /** The parser's message without its place, which the fault states itself. */
    private static String problem(XMLStreamException e) {
        String message = String.valueOf(e.getMessage());
        int begin = message.indexOf("Message: ");
        return begin < 0 ? message : message.substring(begin + "Message: ".length());
    }

    private static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, false);
        factory.setProperty("javax.xml.stream.isReplacingEntityReferences", false);
        factory.setProperty("http://java.sun.com/xml/stream/properties/report-cdata-event", true);
        // Without entities, nothing can expand; a text with many &amp; counts as one.
        factory.setProperty("jdk.xml.maxGeneralEntitySizeLimit", "0");
        factory.setProperty("jdk.xml.totalEntitySizeLimit", "0");
        factory.setXMLResolver((_, _, _, _) -> {
            throw new XMLStreamException("nothing outside of the file is read");
        });
        return factory;
    }

    private Located read(XMLStreamReader reader) throws XMLStreamException, BadDocument {
        List<Element> open = new ArrayList<>();
        var root = new Element("", 0, Map.of(), false);
        open.add(root);
        while (reader.hasNext()) {
            Element within = open.getLast();
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    text.checkDepth(open.size(), tags.next());
                    open.add(started(reader, within.preserved));
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    open.removeLast();
                    open.getLast()
                            .children
                            .computeIfAbsent(text.key(within.name), _ -> new ArrayList<>(1))
                            .add(ended(within));
                }
                case XMLStreamConstants.CHARACTERS -> within.append(reader.getText(), false);
                case XMLStreamConstants.CDATA -> within.append(reader.getText(), true);
                case XMLStreamConstants.ENTITY_REFERENCE ->
                    throw text.bad(
                            Math.max(0, reader.getLocation().getCharacterOffset()),
                            "the entity &" + reader.getLocalName() + "; is not replaced");
                default -> {
                    // Comments, instructions and the document type hold no values.
                }
            }
        }
        return object(root);
    }

    private Element started(XMLStreamReader reader, boolean preserved) throws BadDocument {
        Map<String, Located> attributes = new LinkedHashMap<>();
        boolean preserves = preserved;
        int offset = tags.offset();
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            String prefix = reader.getAttributePrefix(i);
            String local = reader.getAttributeLocalName(i);
            String name = prefix == null || prefix.isEmpty() ? local : prefix + ":" + local;
            String value = reader.getAttributeValue(i);
            attributes.put(text.key(ATTRIBUTE + name), text.scalar(tags.attribute(name), value));
            if (name.equals(SPACE)) {
                preserves = value.equals("preserve");
            }
        }
        return new Element(reader.getLocalName(), offset, attributes, preserves);
    }

    private Located ended(Element element) throws BadDocument {
        return element.attributes.isEmpty() && element.children.isEmpty()
                ? text.scalar(element.offset, element.text())
                : object(element);
    }

    private Located object(Element element) throws BadDocument {
        Map<String, Located> members = new LinkedHashMap<>(element.attributes);
        String own = element.text();
        if (!own.isBlank()) {
            members.put(TEXT, text.scalar(element.offset, own));
        }
        for (Map.Entry<String, List<Located>> children : element.children.entrySet()) {
            List<Located> all = children.getValue();
            members.put(children.getKey(), all.size() == 1 ? all.getFirst() : text.arrayFrom(all));
        }
        return text.object(element.offset, members);
    }
}
