package io.precinct.source.endpoints;

import io.precinct.api.contract.Schema;
import io.precinct.api.service.Extension;
import io.precinct.tools.api.Tool;
import io.precinct.tools.api.ToolDescription;
import org.osgi.service.component.annotations.Component;

/** Live source as a tool. */
@Component(service = Extension.class)
public final class SourceTool implements Tool {
    @Override
    public ToolDescription description() {
        return ToolDescription.named(
                        "source",
                        "Current source from git. symbols, annotations and query look through one repository; their all_"
                                + " forms through all.")
                .reading()
                .operation("repos", "repos.list")
                .operation("tree", "files.tree")
                .operation("file", "files.read")
                .operation("symbols", "code.symbols")
                .operation("annotations", "code.annotations")
                .operation("query", "code.query")
                .operation("all_symbols", "code.all_symbols")
                .operation("all_annotations", "code.all_annotations")
                .operation("all_query", "code.all_query")
                .argument("repo", Schema.text().describedAs("a name of repos"))
                .argument("ref", Schema.text().describedAs("branch, tag or commit"))
                .argument("path", Schema.text().describedAs("file, folder or glob"))
                .argument("name", Schema.text().describedAs("of a symbol"))
                .argument("kind", Schema.text().describedAs("class, method, …"))
                .argument("pattern", Schema.text().describedAs("@tag:id; * stands for anything in either"))
                .argument("query", Schema.text().describedAs("tree-sitter query; needs lang"))
                .argument("lang", Schema.text().describedAs("java, python, …"))
                .argument("from", Schema.integer().describedAs("first line of a file"))
                .argument("to", Schema.integer().describedAs("last line"))
                .argument("cursor", Schema.text().describedAs("next_cursor"))
                .build();
    }
}
