package io.precinct.grammar.bash;

import io.precinct.api.service.Extension;
import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import io.precinct.source.api.grammar.Library;
import io.precinct.source.api.grammar.Text;
import org.osgi.service.component.annotations.Component;

/** Bash. */
@Component(service = Extension.class)
public final class BashGrammar implements Grammar {
    @Override
    public Language language() {
        return Language.named("bash")
                .files("*.sh", "*.bash", "*.bats", ".bashrc", ".bash_profile", ".profile")
                .library(Library.of(BashGrammar.class, "tree-sitter-bash"))
                .symbols(Text.of(BashGrammar.class, "symbols.scm"))
                .kind("class")
                .kind("method", "function")
                .comments("comment")
                .bodies("compound_statement", "do_group")
                .highlights(Text.of(BashGrammar.class, "highlights.scm"))
                .build();
    }
}
