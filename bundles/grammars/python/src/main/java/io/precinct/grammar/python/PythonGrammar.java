package io.precinct.grammar.python;

import io.precinct.api.service.Extension;
import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import io.precinct.source.api.grammar.Text;
import org.osgi.service.component.annotations.Component;

/** Python. */
@Component(service = Extension.class)
public final class PythonGrammar implements Grammar {
    @Override
    public Language language() {
        return Language.bundled(PythonGrammar.class, "python")
                .files("*.py", "*.pyi", "*.pyw")
                .comments("comment")
                .between("decorator")
                .bodies("block")
                .imports("import_statement", "import_from_statement", "future_import_statement")
                .docstrings(Text.of(PythonGrammar.class, "docstrings.scm"))
                .build();
    }
}
