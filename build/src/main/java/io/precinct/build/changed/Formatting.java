package io.precinct.build.changed;

import com.palantir.javaformat.java.Formatter;
import com.palantir.javaformat.java.FormatterException;
import com.palantir.javaformat.java.ImportOrderer;
import com.palantir.javaformat.java.JavaFormatterOptions;
import com.palantir.javaformat.java.JavaFormatterOptions.Style;
import com.palantir.javaformat.java.RemoveUnusedImports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The format of Java sources, as checked by the whole build. */
final class Formatting {
    private static final Formatter FORMATTER = Formatter.createFormatter(
            JavaFormatterOptions.builder().style(Style.PALANTIR).build());

    private Formatting() {}

    /**
     * Formats sources, or only checks them.
     *
     * @param files those of a change; files that are not Java sources or no longer exist are left out
     * @param write whether sources are rewritten
     * @return those that are, or would be, rewritten; files that do not parse are left to the compiler
     */
    static List<String> apply(Path root, Collection<String> files, boolean write) {
        List<String> rewritten = new ArrayList<>();
        for (String each : files) {
            Path file = root.resolve(each);
            if (!each.matches("(.*/)?src/.*\\.java") || each.contains("/archetype-resources/") || !Files.exists(file)) {
                continue;
            }
            try {
                String source = Files.readString(file);
                String formatted = formatted(source);
                if (!formatted.equals(source)) {
                    rewritten.add(each);
                    if (write) {
                        Files.writeString(file, formatted);
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return rewritten;
    }

    private static String formatted(String source) {
        try {
            String ordered = ImportOrderer.reorderImports(source, Style.PALANTIR);
            return FORMATTER.formatSource(RemoveUnusedImports.removeUnusedImports(ordered));
        } catch (FormatterException e) {
            return source;
        }
    }
}
