package io.precinct.grammar.python;

import io.precinct.api.service.Extension;
import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import io.precinct.source.api.grammar.Library;
import io.precinct.source.api.grammar.Text;
import org.osgi.service.component.annotations.Component;

/** Python. */
@Component(service = Extension.class)
public final class PythonGrammar implements Grammar {
    @Override
    public Language language() {
        return Language.named("python")
                .files("*.py", "*.pyi", "*.pyw")
                .library(Library.of(PythonGrammar.class, "tree-sitter-python"))
                .symbols(Text.of(PythonGrammar.class, "symbols.scm"))
                .comments("comment")
                .between("decorator")
                .bodies("block")
                .imports("import_statement", "import_from_statement", "future_import_statement")
                .docstrings(Text.of(PythonGrammar.class, "docstrings.scm"))
                .highlights(Text.of(PythonGrammar.class, "highlights.scm"))
                .build();
    }
}
