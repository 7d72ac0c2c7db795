package io.precinct.configuration.queries.document;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.DocumentStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceStartEvent;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;

/**
 * All documents of a YAML stream. The parser's events become values at once: a reference is the value that it names, so
 * references take no memory, and their expanded size is counted. Keys stay as written. A value with a tag of an
 * application is an object with the tag as its only member: {@code !Sub x} is <code>{"!Sub": "x"}</code>.
 */
final class YamlDocuments {
    private static final Pattern VERSION_1_2 = Pattern.compile("(?m)^%YAML[ \\t]+1\\.2[ \\t\\r]*(#.*)?$");
    private static final int MOST_DOCUMENTS = 10_000;

    private final DocumentText text;
    private final boolean astral;
    private final ParserImpl parser;
    private final Map<String, Located> anchors = new HashMap<>();
    private final Set<String> open = new HashSet<>();
    private YamlScalars scalars = YamlScalars.version(false);

    /** A position in code points and in characters, from which the next is counted. */
    private int countedPoints;

    private int countedCharacters;

    YamlDocuments(DocumentText text) {
        this.text = text;
        this.astral = text.text().chars().anyMatch(c -> Character.isSurrogate((char) c));
        var options = new LoaderOptions();
        options.setProcessComments(false);
        options.setCodePointLimit(Integer.MAX_VALUE); // the file limit has already been checked
        this.parser = new ParserImpl(new StreamReader(text.text()), options);
    }

    List<Located> read() throws BadDocument {
        List<Located> documents = new ArrayList<>();
        try {
            parser.getEvent(); // the start of the stream
            while (!parser.checkEvent(Event.ID.StreamEnd)) {
                var start = (DocumentStartEvent) parser.getEvent();
                if (documents.size() == MOST_DOCUMENTS) {
                    throw text.bad(
                            offset(start.getStartMark()), "a stream has at most " + MOST_DOCUMENTS + " documents");
                }
                scalars = YamlScalars.version(isVersion12(start));
                anchors.clear();
                documents.add(value(parser.getEvent(), null, 1));
                parser.getEvent(); // the end of the document
            }
            return documents;
        } catch (MarkedYAMLException e) {
            Mark mark = e.getProblemMark() == null ? e.getContextMark() : e.getProblemMark();
            String problem = e.getProblem() == null ? String.valueOf(e.getContext()) : e.getProblem();
            throw text.bad(mark == null ? 0 : offset(mark), problem);
        } catch (YAMLException e) {
            throw text.bad(0, String.valueOf(e.getMessage()));
        }
    }

    /** Whether the directive names version 1.2, which the parser takes for 1.1. */
    private boolean isVersion12(DocumentStartEvent start) {
        return start.getVersion() != null
                && VERSION_1_2
                        .matcher(text.text().substring(offset(start.getStartMark()), offset(start.getEndMark())))
                        .find();
    }

    private Located value(Event event, @Nullable Mark key, int depth) throws BadDocument {
        int at = offset(key == null ? event.getStartMark() : key);
        if (event instanceof AliasEvent alias) {
            return referred(alias);
        }
        String anchor = ((NodeEvent) event).getAnchor();
        if (anchor != null) {
            anchors.remove(anchor);
            open.add(anchor);
        }
        String tag = applicationTag(event);
        int inner = tag == null ? depth : depth + 1;
        text.checkDepth(inner, at);
        Located value = switch (event) {
            case MappingStartEvent _ -> mapping(at, inner);
            case SequenceStartEvent _ -> sequence(at, inner);
            case ScalarEvent scalar -> text.scalar(at, tag == null ? scalar(scalar, at) : scalar.getValue());
            default -> throw text.bad(at, "unexpected " + event.getEventId());
        };
        if (tag != null) {
            value = text.object(at, Map.of(text.key(tag), value));
        }
        if (anchor != null) {
            open.remove(anchor);
            anchors.put(anchor, value);
        }
        return value;
    }

    /** The tag of an event as it is written for short, if an application gives it a meaning; or null. */
    private static @Nullable String applicationTag(Event event) {
        String tag = switch (event) {
            case CollectionStartEvent collection -> collection.getTag();
            case ScalarEvent scalar -> scalar.getTag();
            default -> null;
        };
        return tag == null || tag.equals("!") || tag.startsWith(Tag.PREFIX) ? null : tag;
    }

    private Located referred(AliasEvent alias) throws BadDocument {
        Located referred = anchors.get(alias.getAnchor());
        if (referred == null) {
            String fault = open.contains(alias.getAnchor()) ? " contains itself" : " is not there";
            throw text.bad(offset(alias.getStartMark()), "the anchor " + alias.getAnchor() + fault);
        }
        return referred;
    }

    private @Nullable Object scalar(ScalarEvent event, int at) throws BadDocument {
        try {
            return scalars.value(event);
        } catch (IllegalArgumentException e) {
            throw text.bad(at, String.valueOf(e.getMessage()));
        }
    }

    private Located sequence(int at, int depth) throws BadDocument {
        List<Located> elements = new ArrayList<>();
        Event event = parser.getEvent();
        while (!event.is(Event.ID.SequenceEnd)) {
            elements.add(value(event, null, depth + 1));
            event = parser.getEvent();
        }
        return text.array(at, elements);
    }

    private Located mapping(int at, int depth) throws BadDocument {
        Map<String, Located> members = new LinkedHashMap<>();
        List<Located> merged = new ArrayList<>();
        Event event = parser.getEvent();
        while (!event.is(Event.ID.MappingEnd)) {
            Mark mark = event.getStartMark();
            if (isMerge(event)) {
                merge(value(parser.getEvent(), mark, depth + 1), offset(mark), merged);
            } else {
                String key = text.key(key(event));
                if (members.put(key, value(parser.getEvent(), mark, depth + 1)) != null) {
                    throw text.bad(offset(mark), "the key " + key + " stands there twice");
                }
            }
            event = parser.getEvent();
        }
        for (Located each : merged) {
            each.members().forEach(members::putIfAbsent);
        }
        return text.object(at, members);
    }

    private static boolean isMerge(Event event) {
        return event instanceof ScalarEvent scalar
                && scalar.getValue().equals("<<")
                && scalar.isPlain()
                && scalar.getTag() == null;
    }

    private void merge(Located value, int at, List<Located> into) throws BadDocument {
        List<Located> all = value.isArray() ? value.elements() : List.of(value);
        for (Located each : all) {
            if (!each.isObject()) {
                throw text.bad(at, "<< merges mappings, and this is none");
            }
            into.add(each);
        }
    }

    private String key(Event event) throws BadDocument {
        if (event instanceof AliasEvent alias) {
            Located referred = referred(alias);
            if (!referred.isObject() && !referred.isArray()) {
                return String.valueOf(referred.value());
            }
        }
        if (!(event instanceof ScalarEvent scalar)) {
            throw text.bad(offset(event.getStartMark()), "a key that is no scalar has no form in JSON");
        }
        if (scalar.getAnchor() != null) {
            anchors.put(scalar.getAnchor(), text.scalar(offset(scalar.getStartMark()), scalar.getValue()));
        }
        return scalar.getValue();
    }

    /** The offset of a mark, which counts code points. */
    private int offset(Mark mark) {
        int points = mark.getIndex();
        if (!astral) {
            return points;
        }
        if (points < countedPoints) {
            countedPoints = 0;
            countedCharacters = 0;
        }
        countedCharacters = text.text().offsetByCodePoints(countedCharacters, points - countedPoints);
        countedPoints = points;
        return countedCharacters;
    }
}
