package io.precinct.configuration.queries.document;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.precinct.source.api.FileText;
import java.util.ArrayList;
import java.util.List;

/** Documents of texts. */
final class Documents {
    private Documents() {}

    static List<Located> of(String path, String text) throws BadDocument {
        return Format.of(path).read(new FileText(text, "UTF-8", "lf"));
    }

    static Located one(String path, String text) throws BadDocument {
        List<Located> all = of(path, text);
        if (all.size() != 1) {
            throw new AssertionError("one document, not " + all);
        }
        return all.getFirst();
    }

    static BadDocument fault(String path, String text) {
        return catchThrowableOfType(BadDocument.class, () -> of(path, text));
    }

    /** Every value of a document: {@code /a/0 1:5}. */
    static List<String> places(Located document) {
        List<String> places = new ArrayList<>();
        add(document, places);
        return places;
    }

    private static void add(Located at, List<String> places) {
        places.add(at.pointer() + " " + at.line() + ":" + at.column());
        at.members().values().forEach(member -> add(member, places));
        at.elements().forEach(element -> add(element, places));
    }
}
