package io.precinct.grammar.ruby;

import io.precinct.api.service.Extension;
import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import org.osgi.service.component.annotations.Component;

/** Ruby. */
@Component(service = Extension.class)
public final class RubyGrammar implements Grammar {
    @Override
    public Language language() {
        return Language.bundled(RubyGrammar.class, "ruby")
                .files("*.rb", "*.rake", "*.gemspec", "*.ru", "Rakefile", "Gemfile")
                .comments("comment")
                .bodies("body_statement", "block_body", "do", "then")
                .build();
    }
}
