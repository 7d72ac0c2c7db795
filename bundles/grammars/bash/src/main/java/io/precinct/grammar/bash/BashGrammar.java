package io.precinct.grammar.bash;

import io.precinct.api.service.Extension;
import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import org.osgi.service.component.annotations.Component;

/** Bash. */
@Component(service = Extension.class)
public final class BashGrammar implements Grammar {
    @Override
    public Language language() {
        return Language.bundled(BashGrammar.class, "bash")
                .files("*.sh", "*.bash", "*.bats", ".bashrc", ".bash_profile", ".profile")
                .kind("class")
                .kind("method", "function")
                .comments("comment")
                .bodies("compound_statement", "do_group", "array", "subshell")
                .build();
    }
}
