package io.precinct.source.parse;

import io.precinct.source.api.grammar.Language;
import io.precinct.source.api.grammar.Library;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Descriptions of languages as bytes, without the locations of their libraries; equal descriptions give equal bytes.
 */
final class LanguageCodec {
    private LanguageCodec() {}

    static byte[] encode(Language language) {
        return MessageFraming.bytes(out -> {
            MessageFraming.text(out, language.name());
            MessageFraming.texts(out, language.files());
            MessageFraming.text(out, language.library().symbol());
            MessageFraming.text(out, language.symbols());
            Map<String, List<String>> kinds = new TreeMap<>(language.kinds());
            out.writeInt(kinds.size());
            for (var kind : kinds.entrySet()) {
                MessageFraming.text(out, kind.getKey());
                MessageFraming.texts(out, kind.getValue());
            }
            Language.Comments comments = language.comments();
            MessageFraming.texts(out, comments.types());
            MessageFraming.texts(out, comments.between());
            MessageFraming.texts(out, comments.bodies());
            MessageFraming.texts(out, comments.loose());
            MessageFraming.texts(out, comments.wrappers());
            MessageFraming.texts(out, comments.texts());
            MessageFraming.texts(out, comments.imports());
            optional(out, comments.docstrings());
            optional(out, language.highlights());
        });
    }

    static Language decode(byte[] bytes) throws IOException {
        var in = MessageFraming.in(bytes);
        String name = MessageFraming.text(in);
        List<String> files = MessageFraming.texts(in);
        var library = new Library(MessageFraming.text(in), Map.of());
        String symbols = MessageFraming.text(in);
        var kinds = new LinkedHashMap<String, List<String>>();
        for (int left = in.readInt(); left > 0; left--) {
            kinds.put(MessageFraming.text(in), MessageFraming.texts(in));
        }
        var comments = new Language.Comments(
                MessageFraming.texts(in),
                MessageFraming.texts(in),
                MessageFraming.texts(in),
                MessageFraming.texts(in),
                MessageFraming.texts(in),
                MessageFraming.texts(in),
                MessageFraming.texts(in),
                optional(in));
        return new Language(name, files, library, symbols, kinds, comments, optional(in));
    }

    private static void optional(DataOutputStream out, @Nullable String text) throws IOException {
        if (text == null) {
            out.writeInt(-1);
        } else {
            MessageFraming.text(out, text);
        }
    }

    private static @Nullable String optional(DataInputStream in) throws IOException {
        int length = in.readInt();
        return length < 0 ? null : new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }
}
