package io.precinct.source.endpoints.export;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import io.precinct.common.uri.PercentCoding;
import io.precinct.source.api.Item;
import io.precinct.source.api.Position;
import io.precinct.source.api.SymbolSelector;
import io.precinct.source.api.View;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes declarations as an index of SCIP (<a href="https://github.com/sourcegraph/scip">scip.proto</a>): a document
 * for each file that declares something, with the definitions in it. References to them are not resolved, so there are
 * none. Symbols are {@code precinct git <repository> <commit> `<path>`/<names>}.
 */
final class ScipIndex implements Export {
    private static final int UTF_8_FILES = 1;
    private static final int UTF_8_COLUMNS = 1;
    private static final int DEFINITION = 1;

    /** The SCIP equivalent of a kind of declaration. */
    private record Kind(int number, String suffix) {}

    private static final Kind ANY = new Kind(0, ".");

    private static final Map<String, Kind> KINDS = Map.ofEntries(
            Map.entry("class", new Kind(7, "#")),
            Map.entry("record", new Kind(7, "#")),
            Map.entry("annotation", new Kind(7, "#")),
            Map.entry("enum", new Kind(11, "#")),
            Map.entry("interface", new Kind(21, "#")),
            Map.entry("struct", new Kind(49, "#")),
            Map.entry("trait", new Kind(53, "#")),
            Map.entry("type", new Kind(54, "#")),
            Map.entry("constructor", new Kind(9, "().")),
            Map.entry("function", new Kind(17, "().")),
            Map.entry("method", new Kind(26, "().")),
            Map.entry("constant", new Kind(8, ".")),
            Map.entry("field", new Kind(15, ".")),
            Map.entry("module", new Kind(29, "/")),
            Map.entry("macro", new Kind(25, "!")));

    private static final Map<String, String> LANGUAGES = Map.of(
            "c_sharp",
            "CSharp",
            "cpp",
            "CPP",
            "css",
            "CSS",
            "html",
            "HTML",
            "javascript",
            "JavaScript",
            "json",
            "JSON",
            "php",
            "PHP",
            "typescript",
            "TypeScript",
            "tsx",
            "TypeScriptReact",
            "yaml",
            "YAML");

    private static final Pattern SIMPLE = Pattern.compile("[A-Za-z0-9_+$-]+");

    @Override
    public void write(View view, @Nullable String path, OutputStream out) throws IOException {
        CodedOutputStream index = CodedOutputStream.newInstance(out);
        index.writeByteArray(1, metadata(view));
        var file = new ArrayList<Item>();
        Export.each(window -> view.symbols(new SymbolSelector(null, null, path), window), symbol -> {
            Item item = symbol.item();
            if (!file.isEmpty() && !file.getFirst().path().equals(item.path())) {
                index.writeByteArray(2, document(view, file));
                file.clear();
            }
            file.add(item);
        });
        if (!file.isEmpty()) {
            index.writeByteArray(2, document(view, file));
        }
        index.flush();
    }

    /** Writes the fields of a message. */
    private interface Message {
        void write(CodedOutputStream out) throws IOException;
    }

    private static byte[] message(Message message) throws IOException {
        var bytes = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        message.write(out);
        out.flush();
        return bytes.toByteArray();
    }

    private static byte[] metadata(View view) throws IOException {
        byte[] tool = message(out -> out.writeString(1, "precinct"));
        return message(out -> {
            out.writeByteArray(2, tool);
            out.writeString(3, "file:///" + PercentCoding.encode(view.repository()));
            out.writeEnum(4, UTF_8_FILES);
        });
    }

    private static byte[] document(View view, List<Item> file) throws IOException {
        Item any = file.getFirst();
        String before = "precinct git " + view.repository().replace(" ", "  ") + " " + view.commit() + " "
                + escaped(any.path()) + "/";
        Map<String, String> containers = new HashMap<>();
        Map<String, Integer> overloads = new HashMap<>();
        Set<String> described = new HashSet<>();
        return message(out -> {
            out.writeString(1, any.path());
            out.writeString(4, language(any.lang()));
            out.writeEnum(6, UTF_8_COLUMNS);
            for (Item item : file) {
                if (item.name() == null || item.name().isEmpty()) {
                    continue;
                }
                String symbol = before + descriptors(item, containers, overloads);
                out.writeByteArray(2, occurrence(item, symbol));
                if (described.add(symbol)) {
                    out.writeByteArray(3, information(item, symbol));
                }
            }
        });
    }

    private static String language(String lang) {
        return LANGUAGES.getOrDefault(lang, Character.toUpperCase(lang.charAt(0)) + lang.substring(1));
    }

    /** The names from the file to the declaration; a container is the one last declared under its name. */
    private static String descriptors(Item item, Map<String, String> containers, Map<String, Integer> overloads) {
        Kind kind = kind(item);
        String container = item.container();
        String outer = container == null ? "" : containers.getOrDefault(container, escaped(container) + "#");
        String name = outer + escaped(String.valueOf(item.name()));
        String suffix = kind.suffix;
        if (suffix.equals("().")) {
            int number = overloads.merge(name, 1, Integer::sum) - 1;
            suffix = number == 0 ? suffix : "(+" + number + ").";
        }
        if (item.namePath() != null) {
            containers.putIfAbsent(item.namePath(), name + suffix);
        }
        return name + suffix;
    }

    private static Kind kind(Item item) {
        return item.kind() == null ? ANY : KINDS.getOrDefault(item.kind(), ANY);
    }

    private static String escaped(String name) {
        return SIMPLE.matcher(name).matches() ? name : "`" + name.replace("`", "``") + "`";
    }

    private static byte[] information(Item item, String symbol) throws IOException {
        return message(out -> {
            out.writeString(1, symbol);
            if (kind(item).number != 0) {
                out.writeEnum(5, kind(item).number);
            }
            out.writeString(6, String.valueOf(item.name()));
        });
    }

    private static byte[] occurrence(Item item, String symbol) throws IOException {
        return message(out -> {
            numbers(out, 1, name(item));
            out.writeString(2, symbol);
            out.writeInt32(3, DEFINITION);
            numbers(out, 7, range(item.start(), item.end()));
        });
    }

    private static void numbers(CodedOutputStream out, int field, int... numbers) throws IOException {
        out.writeTag(field, WireFormat.WIRETYPE_LENGTH_DELIMITED);
        out.writeUInt32NoTag(Arrays.stream(numbers)
                .map(CodedOutputStream::computeInt32SizeNoTag)
                .sum());
        for (int number : numbers) {
            out.writeInt32NoTag(number);
        }
    }

    private static int[] range(Position start, Position end) {
        return start.row() == end.row()
                ? new int[] {start.row(), start.column(), end.column()}
                : new int[] {start.row(), start.column(), end.row(), end.column()};
    }

    /** The first place of the name in the declaration; its beginning if the name is none of its words. */
    private static int[] name(Item item) {
        String name = String.valueOf(item.name());
        String text = item.text();
        int at = text.indexOf(name);
        while (at >= 0 && (isWord(text, at - 1) || isWord(text, at + name.length()))) {
            at = text.indexOf(name, at + 1);
        }
        Position start = item.start();
        if (at < 0) {
            return new int[] {start.row(), start.column(), start.column()};
        }
        int line = text.lastIndexOf('\n', at - 1) + 1;
        int row = start.row()
                + (int) IntStream.range(0, at)
                        .filter(i -> text.charAt(i) == '\n')
                        .count();
        int column = bytes(text.substring(line, at)) + (line == 0 ? start.column() : 0);
        return new int[] {row, column, column + bytes(name)};
    }

    private static boolean isWord(String text, int at) {
        return at >= 0 && at < text.length() && Character.isJavaIdentifierPart(text.charAt(at));
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
