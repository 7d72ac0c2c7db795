package io.precinct.source.parse;

import io.precinct.source.api.grammar.Language;
import io.precinct.source.api.grammar.Library;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Descriptions of languages as bytes, without the places of their libraries; equal descriptions give equal bytes. */
final class LanguageCodec {
    private LanguageCodec() {}

    static byte[] encode(Language language) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            text(out, language.name());
            texts(out, language.files());
            text(out, language.library().symbol());
            text(out, language.symbols());
            Map<String, List<String>> kinds = new TreeMap<>(language.kinds());
            out.writeInt(kinds.size());
            for (var kind : kinds.entrySet()) {
                text(out, kind.getKey());
                texts(out, kind.getValue());
            }
            Language.Comments comments = language.comments();
            texts(out, comments.types());
            texts(out, comments.between());
            texts(out, comments.bodies());
            texts(out, comments.imports());
            text(out, comments.docstrings());
            text(out, language.highlights());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static Language decode(byte[] bytes) throws IOException {
        var in = new DataInputStream(new ByteArrayInputStream(bytes));
        String name = need(in);
        List<String> files = texts(in);
        var library = new Library(need(in), Map.of());
        String symbols = need(in);
        var kinds = new LinkedHashMap<String, List<String>>();
        for (int left = in.readInt(); left > 0; left--) {
            kinds.put(need(in), texts(in));
        }
        var comments = new Language.Comments(texts(in), texts(in), texts(in), texts(in), text(in));
        return new Language(name, files, library, symbols, kinds, comments, text(in));
    }

    private static void text(DataOutputStream out, @Nullable String text) throws IOException {
        byte[] bytes = text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(text == null ? -1 : bytes.length);
        out.write(bytes);
    }

    private static void texts(DataOutputStream out, List<String> texts) throws IOException {
        out.writeInt(texts.size());
        for (String text : texts) {
            text(out, text);
        }
    }

    private static @Nullable String text(DataInputStream in) throws IOException {
        int length = in.readInt();
        return length < 0 ? null : new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    private static String need(DataInputStream in) throws IOException {
        String text = text(in);
        if (text == null) {
            throw new IOException("the description of a language lacks a member");
        }
        return text;
    }

    private static List<String> texts(DataInputStream in) throws IOException {
        var texts = new ArrayList<String>();
        for (int left = in.readInt(); left > 0; left--) {
            texts.add(need(in));
        }
        return texts;
    }
}
