package io.precinct.grammar.css;

import io.precinct.api.service.Extension;
import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import org.osgi.service.component.annotations.Component;

/** CSS. */
@Component(service = Extension.class)
public final class CssGrammar implements Grammar {
    @Override
    public Language language() {
        return Language.bundled(CssGrammar.class, "css")
                .files("*.css")
                .kind("method")
                .comments("comment", "js_comment")
                .bodies("block")
                .imports("charset_statement", "import_statement")
                .build();
    }
}
