package io.precinct.grammar.ruby;

import io.precinct.api.service.Extension;
import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import io.precinct.source.api.grammar.Library;
import io.precinct.source.api.grammar.Text;
import org.osgi.service.component.annotations.Component;

/** Ruby. */
@Component(service = Extension.class)
public final class RubyGrammar implements Grammar {
    @Override
    public Language language() {
        return Language.named("ruby")
                .files("*.rb", "*.rake", "*.gemspec", "*.ru", "Rakefile", "Gemfile")
                .library(Library.of(RubyGrammar.class, "tree-sitter-ruby"))
                .symbols(Text.of(RubyGrammar.class, "symbols.scm"))
                .comments("comment")
                .bodies("body_statement")
                .highlights(Text.of(RubyGrammar.class, "highlights.scm"))
                .build();
    }
}
