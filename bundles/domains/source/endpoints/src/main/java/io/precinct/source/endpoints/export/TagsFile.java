package io.precinct.source.endpoints.export;

import io.precinct.source.api.Item;
import io.precinct.source.api.SymbolSelector;
import io.precinct.source.api.View;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Writes declarations as a {@code tags} file of Universal Ctags (tags(5)), by path and not sorted by name. */
final class TagsFile implements Export {
    private static final String HEAD = """
            !_TAG_FILE_ENCODING\tutf-8\t//
            !_TAG_FILE_FORMAT\t2\t/extended format/
            !_TAG_FILE_SORTED\t0\t/0=unsorted, 1=sorted, 2=foldcase/
            !_TAG_OUTPUT_MODE\tu-ctags\t/u-ctags or e-ctags/
            !_TAG_PROGRAM_NAME\tPrecinct\t//
            """;

    @Override
    public void write(View view, @Nullable String path, OutputStream out) throws IOException {
        out.write(HEAD.getBytes(StandardCharsets.UTF_8));
        Export.each(window -> view.symbols(new SymbolSelector(null, null, path), window), symbol -> {
            String line = line(symbol.item());
            if (line != null) {
                out.write(line.getBytes(StandardCharsets.UTF_8));
            }
        });
    }

    /** Null for a declaration without a name, which no tag can lead to. */
    private static @Nullable String line(Item item) {
        if (item.name() == null || item.name().isEmpty()) {
            return null;
        }
        int line = item.start().line();
        var tag = new StringBuilder();
        name(tag, item.name()).append('\t');
        escape(tag, item.path(), 0).append('\t').append(line).append(";\"");
        if (item.kind() != null) {
            tag.append("\tkind:").append(item.kind());
        }
        tag.append("\tline:").append(line).append("\tlanguage:").append(item.lang());
        if (item.container() != null) {
            escape(tag.append("\tscope:"), item.container(), 0);
        }
        return tag.append("\tend:").append(item.end().line()).append('\n').toString();
    }

    /** Appends a name; its first character is escaped if it looks like a pseudo tag or begins with a space. */
    private static StringBuilder name(StringBuilder tag, String name) {
        char first = name.charAt(0);
        boolean odd = first == '!' || first == ' ';
        if (odd) {
            tag.append(first == '!' ? "\\x21" : "\\x20");
        }
        return escape(tag, name, odd ? 1 : 0);
    }

    private static StringBuilder escape(StringBuilder tag, String value, int from) {
        for (int i = from; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '\t' -> tag.append("\\t");
                case '\n' -> tag.append("\\n");
                case '\r' -> tag.append("\\r");
                case '\\' -> tag.append("\\\\");
                default -> {
                    if (c < ' ' || c == 0x7F) {
                        tag.append(String.format("\\x%02x", (int) c));
                    } else {
                        tag.append(c);
                    }
                }
            }
        }
        return tag;
    }
}
