package io.precinct.source.linguist;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Finds the language that a file's content tells. */
public final class ContentLanguage {
    /** How many bytes of a file the rules for contents look at: some expressions are slow. */
    private static final int LOOKED_AT = 8000;

    private ContentLanguage() {}

    /**
     * The language by the editor's line, else by the script's interpreter, else by what is written.
     *
     * @param content of the file, or its beginning
     * @param whole whether that is all of it
     * @return several if an interpreter runs several; empty if the content tells nothing
     */
    public static List<KnownLanguage> told(String path, byte[] content, boolean whole) {
        String mode = Modeline.mode(new String(content, StandardCharsets.UTF_8), whole);
        KnownLanguage byMode = mode == null ? null : LanguageTable.named(mode);
        if (byMode != null) {
            return List.of(byMode);
        }
        String program = Shebang.interpreter(content);
        List<KnownLanguage> byProgram = program == null ? List.of() : LanguageTable.ofInterpreter(program);
        if (!byProgram.isEmpty()) {
            return byProgram;
        }
        KnownLanguage byRule =
                ContentRules.told(path, content.length <= LOOKED_AT ? content : Arrays.copyOf(content, LOOKED_AT));
        return byRule == null ? List.of() : List.of(byRule);
    }
}
