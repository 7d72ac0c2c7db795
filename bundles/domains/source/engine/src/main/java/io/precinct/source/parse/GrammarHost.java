package io.precinct.source.parse;

import io.precinct.api.service.Extension;
import io.precinct.core.api.launch.Launch;
import io.precinct.core.api.plugin.ExtensionHost;
import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import io.precinct.treesitter.TreeSitter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;

/**
 * Tries a grammar before it is admitted: its native parser is loaded in a process of its own, its queries are compiled
 * and samples parsed, so that one that crashes or does not compile never reaches requests.
 */
@Component(service = ExtensionHost.class)
public final class GrammarHost implements ExtensionHost {
    private final Path folder;
    private final Workers workers;

    /** A host whose data folder is given by the container. */
    @Activate
    public GrammarHost(BundleContext context) {
        this(Parsing.folder(Path.of(context.getProperty(Launch.DATA_DIR))));
    }

    /** @param folder for copies of native parsers and of the code that tries them */
    GrammarHost(Path folder) {
        this.folder = folder;
        this.workers = new Workers(folder.resolve("workers"));
    }

    @Override
    public String kind() {
        return Grammar.KIND;
    }

    @Override
    public List<String> problems(Extension staged) {
        if (!(staged instanceof Grammar grammar)) {
            return List.of("a " + Grammar.KIND + " implements " + Grammar.class.getName());
        }
        try {
            Language language = grammar.language();
            TreeSitter.install(folder.resolve("core"));
            Path file = new NativeFiles(folder.resolve("natives"))
                    .put(language.library().symbol(), Languages.library(language));
            LanguageTrial.of(workers, language, file);
            return List.of();
        } catch (BrokenGrammar e) {
            return e.faults();
        } catch (LanguageUnusable e) {
            return List.of(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return List.of("the native parser cannot be copied to " + folder + ": " + e.getMessage());
        }
    }

    /** Ends the processes that it started. */
    @Deactivate
    void stop() {
        workers.close();
    }
}
