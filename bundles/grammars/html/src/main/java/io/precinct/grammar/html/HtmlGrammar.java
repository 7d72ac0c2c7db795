package io.precinct.grammar.html;

import io.precinct.api.service.Extension;
import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import org.osgi.service.component.annotations.Component;

/** HTML. */
@Component(service = Extension.class)
public final class HtmlGrammar implements Grammar {
    @Override
    public Language language() {
        return Language.bundled(HtmlGrammar.class, "html")
                .files("*.html", "*.htm", "*.xhtml")
                .kind("class")
                .kind("method")
                .comments("comment")
                .build();
    }
}
