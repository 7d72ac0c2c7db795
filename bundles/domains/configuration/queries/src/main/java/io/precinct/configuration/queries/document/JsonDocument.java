package io.precinct.configuration.queries.document;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON (RFC 8259). Duplicate keys in an object are refused. */
final class JsonDocument {
    // Names are not kept in tables shared by all files; a file of hostile names would fill them.
    private static final JsonFactory SYNTAX = factory().build();
    private static final JsonFactory STRICT = withoutDuplicates().build();
    private static final JsonFactory WITH_COMMENTS = withoutDuplicates()
            .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
            .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
            .build();

    private final DocumentText text;
    private final JsonParser parser;

    private JsonDocument(DocumentText text, JsonParser parser) {
        this.text = text;
        this.parser = parser;
    }

    private static JsonFactoryBuilder factory() {
        return new JsonFactoryBuilder()
                .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(Located.DEEPEST)
                        .build());
    }

    private static JsonFactoryBuilder withoutDuplicates() {
        return factory().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION);
    }

    /**
     * Whether the syntax of a text is that of JSON. If so, {@link #read} may still refuse it for what it holds. A text that
     * goes beyond a limit of the parser counts as JSON.
     */
    static boolean isJson(String text) {
        try (JsonParser parser = SYNTAX.createParser(text)) {
            boolean ended = false;
            while (parser.nextToken() != null) {
                if (ended) {
                    return false;
                }
                ended = parser.getParsingContext().inRoot();
            }
            return ended;
        } catch (StreamConstraintsException e) {
            return true;
        } catch (JsonProcessingException e) {
            return false;
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private static UncheckedIOException unreadable(IOException e) {
        return new UncheckedIOException("a text in memory cannot be read", e);
    }

    static List<Located> read(DocumentText text, boolean comments) throws BadDocument {
        try (JsonParser parser = (comments ? WITH_COMMENTS : STRICT).createParser(text.text())) {
            var document = new JsonDocument(text, parser);
            if (parser.nextToken() == null) {
                throw text.bad(0, "the file is empty");
            }
            Located root = document.value(document.here());
            if (parser.nextToken() != null) {
                throw text.bad(document.here(), "there is more behind the end of the document");
            }
            return List.of(root);
        } catch (JsonProcessingException e) {
            int at = e.getLocation() == null ? 0 : (int) e.getLocation().getCharOffset();
            throw text.bad(at, String.valueOf(e.getOriginalMessage()));
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private int here() {
        return (int) parser.currentTokenLocation().getCharOffset();
    }

    private Located value(int offset) throws IOException, BadDocument {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(offset);
            case START_ARRAY -> array(offset);
            case null, default -> text.scalar(offset, scalar());
        };
    }

    private Located object(int offset) throws IOException, BadDocument {
        Map<String, Located> members = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            int at = here();
            String key = text.key(parser.currentName());
            parser.nextToken();
            members.put(key, value(at));
        }
        return text.object(offset, members);
    }

    private Located array(int offset) throws IOException, BadDocument {
        List<Located> elements = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            elements.add(value(here()));
        }
        return text.array(offset, elements);
    }

    private @Nullable Object scalar() throws IOException, BadDocument {
        return switch (parser.currentToken()) {
            case VALUE_STRING -> parser.getText();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            case VALUE_NUMBER_INT -> Numbers.plain(parser.getNumberValue());
            case VALUE_NUMBER_FLOAT -> number();
            case null, default -> throw text.bad(here(), "unexpected " + parser.currentToken());
        };
    }

    private Object number() throws IOException, BadDocument {
        double number = parser.getDoubleValue();
        if (!Double.isFinite(number)) {
            throw text.bad(here(), "the number is out of range");
        }
        return number;
    }
}
