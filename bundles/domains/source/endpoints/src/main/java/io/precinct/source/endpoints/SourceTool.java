package io.precinct.source.endpoints;

import io.precinct.api.contract.Schema;
import io.precinct.api.service.Extension;
import io.precinct.tools.api.Tool;
import io.precinct.tools.api.ToolDescription;
import org.osgi.service.component.annotations.Component;

/** Live source as a tool. It changes nothing: refresh only brings the copy of a repository up to date. */
@Component(service = Extension.class)
public final class SourceTool implements Tool {
    @Override
    public ToolDescription description() {
        return ToolDescription.named(
                        "source",
                        "Current source from git. search, symbols, references, annotations and query look through one"
                                + " repository, their all_ forms through all.")
                .reading()
                .operation("repos", "repos.list")
                .operation("refresh", "repos.refresh")
                .operation("refresh_job", "repos.job")
                .operation("tree", "files.tree")
                .operation("file", "files.read")
                .operation("search", "code.search")
                .operation("symbols", "code.symbols")
                .operation("references", "code.references")
                .operation("annotations", "code.annotations")
                .operation("query", "code.query")
                .operation("all_search", "code.all_search")
                .operation("all_symbols", "code.all_symbols")
                .operation("all_references", "code.all_references")
                .operation("all_annotations", "code.all_annotations")
                .operation("all_query", "code.all_query")
                .operation("commits", "history.commits")
                .operation("commit", "history.commit")
                .operation("blame", "history.blame")
                .operation("diff", "history.diff")
                .operation("branches", "history.branches")
                .operation("tags", "history.tags")
                .operation("resolve_traces", "traces.resolve")
                .operation("coverage", "traces.coverage")
                .operation("check_requirements", "traces.compare")
                .operation("export", "export.write")
                .argument("repo", Schema.text().describedAs("a name of repos"))
                .argument("ref", Schema.text().describedAs("branch, tag or commit"))
                .argument("path", Schema.text().describedAs("file, folder or glob"))
                .argument("q", Schema.text().describedAs("text of search"))
                .argument("name", Schema.text().describedAs("of a symbol"))
                .argument("kind", Schema.text().describedAs("class, method, …"))
                .argument("pattern", Schema.text().describedAs("@tag:id, either may be *"))
                .argument("query", Schema.text().describedAs("tree-sitter query; needs lang"))
                .argument(
                        "from",
                        Schema.anyOf(Schema.integer(), Schema.text())
                                .describedAs("first line, and to the last; refs of diff"))
                .build();
    }
}
