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
 * @param blocks all of them
 */
record GuideDocument(List<Block> blocks) {
    /** Where the walk ends and looking up begins. */
    private static final String REFERENCE = "## Reference";

    /** The class that a block of Java holds. */
    static final Pattern TYPE = Pattern.compile("^(?:public final )?class (\\w+)", Pattern.MULTILINE);

    private static final Pattern CONTROL = Pattern.compile("\u001b\\[[0-9;]*m|\r");

    /**
     * A block.
     *
     * @param language what stands behind the fence
     * @param text the lines, each ended
     * @param line of the document, from 1
     * @param walk true before the reference
     */
    record Block(String language, String text, int line, boolean walk) {
        boolean is(String... languages) {
            return List.of(languages).contains(language);
        }

        /**
         * Whether this is what was printed. Here {@code …} stands for anything within a line, and alone on a line for any
         * lines; colours and the kind of line ends do not count.
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

    /** The blocks that are followed one after the other. */
    List<Block> walk() {
        return blocks.stream().filter(Block::walk).toList();
    }

    List<Block> in(String language) {
        return blocks.stream().filter(block -> block.is(language)).toList();
    }
}
