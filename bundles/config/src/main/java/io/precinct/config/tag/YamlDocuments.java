package io.precinct.config.tag;

import io.precinct.api.config.TagException;
import io.precinct.config.yaml.Node;
import io.precinct.config.yaml.NodeData;
import io.precinct.config.yaml.Problems;
import io.precinct.config.yaml.YamlReader;
import io.precinct.config.yaml.YamlWriter;
import io.precinct.core.api.config.Problem;
import io.precinct.core.api.config.Yaml;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Documents beside the configuration: fixtures, the operator's own file. Stateless. */
public final class YamlDocuments implements Yaml {
    @Override
    public @Nullable Object read(Path file) throws TagException {
        var problems = new Problems();
        Node root = YamlReader.read(file, problems);
        Object data = root == null ? null : NodeData.of(new ShapeTags(problems).resolve(root));
        List<Problem> errors =
                problems.inOrder().stream().filter(p -> !p.warning()).toList();
        if (errors.isEmpty()) {
            return data;
        }
        Problem first = errors.getFirst();
        String further = errors.size() == 1 ? "" : "; and " + (errors.size() - 1) + " further problems";
        String column = first.at().column() == 0 ? "" : ":" + first.at().column();
        throw new TagException(first.at() + column + ": " + first.message() + further, first.hint());
    }

    @Override
    public String write(@Nullable Object data) {
        return YamlWriter.write(data);
    }
}
