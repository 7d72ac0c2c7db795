package io.precinct.dependencies.importer.read;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The findings from texts at these paths of a repository named {@code shop}. */
final class ReadFiles {
    private final Findings findings;

    private ReadFiles(Map<String, String> files) {
        var reader = new RepositoryReader("shop");
        new TreeMap<>(files).forEach((path, text) -> {
            FileKind kind = FileKind.of(path);
            if (kind != null) {
                reader.add(path, kind, text);
            }
        });
        findings = reader.find();
    }

    static ReadFiles of(Map<String, String> files) {
        return new ReadFiles(files);
    }

    static ReadFiles of(String path, String text) {
        return new ReadFiles(Map.of(path, text));
    }

    /** Returns {@code from > to}, or {@code from ~ to} for a client, each with the address of the other end. */
    List<String> edges() {
        return findings.edges().entrySet().stream()
                .map(each -> each.getKey().from()
                        + (each.getKey().type().equals("client-of") ? " ~ " : " > ")
                        + each.getKey().to()
                        + behind(each.getValue().get("url"))
                        + behind(each.getValue().get("port")))
                .toList();
    }

    private static String behind(Object value) {
        return value == null ? "" : " " + value;
    }

    /** Returns the files that state an edge. */
    Object files(String from, String to) {
        return findings.edges().entrySet().stream()
                .filter(each ->
                        each.getKey().from().equals(from) && each.getKey().to().equals(to))
                .map(each -> each.getValue().get("files"))
                .findFirst()
                .orElseThrow();
    }

    /** Returns {@code path:line message}, preceded by {@code !} for unreadable files. */
    List<String> faults() {
        return findings.faults().stream()
                .map(fault ->
                        (fault.unreadable() ? "!" : "") + fault.path() + ":" + fault.line() + " " + fault.message())
                .toList();
    }

    Map<String, Integer> read() {
        return findings.read();
    }
}
