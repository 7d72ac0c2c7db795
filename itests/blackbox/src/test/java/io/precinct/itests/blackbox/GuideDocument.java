package io.precinct.itests.blackbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The fenced blocks of a Markdown document, in order.
 *
 * @param blocks all blocks
 */
record GuideDocument(List<Block> blocks) {
    /** The heading at which the walk ends and the reference begins. */
    private static final String REFERENCE = "## Reference";

    /** Finds the class that a block of Java contains. */
    static final Pattern TYPE = Pattern.compile("^(?:public final )?class (\\w+)", Pattern.MULTILINE);

    private static final Pattern CONTROL = Pattern.compile("\u001b\\[[0-9;]*m|\r");

    /**
     * A block.
     *
     * @param language the word after the fence
     * @param text the lines, each with its line end
     * @param line line of the document, from 1
     * @param walk true if the block is before the reference
     */
    record Block(String language, String text, int line, boolean walk) {
        boolean is(String... languages) {
            return List.of(languages).contains(language);
        }

        /**
         * Whether this block describes what was printed. In the block, {@code …} stands for anything within a line or,
         * alone on a line, for any lines. Colours and the kind of line ends do not count.
         */
        boolean describes(String printed) {
            var pattern = new StringBuilder();
            for (String expected : text.stripTrailing().split("\n", -1)) {
                if (expected.equals("…")) {
                    pattern.append("(?:.*\n)*?");
                } else {
                    String[] parts = expected.split("…", -1);
                    pattern.append(String.join(
                                    ".*", Stream.of(parts).map(Pattern::quote).toList()))
                            .append("\n");
                }
            }
            String plain = CONTROL.matcher(printed).replaceAll("").stripTrailing() + "\n";
            return Pattern.matches(pattern.toString(), plain);
        }
    }

    static GuideDocument read(Path file) throws IOException {
        List<Block> blocks = new ArrayList<>();
        List<String> lines = Files.readAllLines(file);
        boolean walk = true;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            walk &= !line.equals(REFERENCE);
            if (line.startsWith("```")) {
                int from = i + 1;
                i = from + lines.subList(from, lines.size()).indexOf("```");
                String text = String.join("\n", lines.subList(from, i)) + "\n";
                blocks.add(new Block(line.substring(3).strip(), text, from, walk));
            }
        }
        return new GuideDocument(List.copyOf(blocks));
    }

    /** The blocks that a reader follows one after the other. */
    List<Block> walk() {
        return blocks.stream().filter(Block::walk).toList();
    }

    List<Block> in(String language) {
        return blocks.stream().filter(block -> block.is(language)).toList();
    }
}
