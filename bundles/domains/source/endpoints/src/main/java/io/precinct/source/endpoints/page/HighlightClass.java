package io.precinct.source.endpoints.page;

/** The CSS class of a highlight. */
final class HighlightClass {
    private HighlightClass() {}

    /** Chosen by the first word of the capture's name; empty for plain text. */
    static String of(String capture) {
        int dot = capture.indexOf('.');
        return switch (dot < 0 ? capture : capture.substring(0, dot)) {
            case "keyword", "conditional", "repeat", "include", "exception", "storageclass", "import" -> "k";
            case "string", "character", "escape", "regex" -> "s";
            case "comment" -> "c";
            case "number", "float", "boolean" -> "n";
            case "function", "method", "constructor" -> "f";
            case "type", "class", "interface", "enum", "module", "namespace", "tag" -> "t";
            case "property", "field", "attribute", "annotation", "label" -> "p";
            case "constant" -> "o";
            default -> "";
        };
    }
}
