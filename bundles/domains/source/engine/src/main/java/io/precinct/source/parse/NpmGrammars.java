package io.precinct.source.parse;

import io.precinct.source.api.grammar.Language;
import io.precinct.source.api.grammar.Library;
import io.precinct.source.parse.WorkerMessages.Answer;
import io.precinct.source.pattern.KnownLanguages;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Grammars from npm packages: pinned by version and content, tried in a process of their own, kept in a cache that the
 * next start reads without a network. Thread-safe.
 */
final class NpmGrammars implements GrammarSource {
    private static final Logger LOG = LoggerFactory.getLogger(NpmGrammars.class);

    private final GrammarCache cache;
    private final @Nullable URI registry;
    private final Pins pins;
    private final Workers workers;

    NpmGrammars(Path folder, @Nullable URI registry, Path pins, Path ownPins, Workers workers) {
        this.cache = new GrammarCache(folder);
        this.registry = registry;
        this.pins = new Pins(pins, ownPins);
        this.workers = workers;
    }

    @Override
    public Optional<FetchedGrammar> cached(String name) {
        try {
            Optional<Pins.Pin> pin = pins.of(name);
            return pin.isEmpty() ? Optional.empty() : cache.find(pin.get());
        } catch (IOException e) {
            LOG.warn("what was fetched of {} cannot be read: {}", name, e.getMessage());
            return Optional.empty();
        }
    }

    /** The pinned languages. */
    List<String> pinned() throws IOException {
        return pins.all().stream().map(Pins.Pin::language).toList();
    }

    @Override
    public FetchedGrammar fetch(String name) throws LanguageUnusable {
        try {
            NpmRegistry from = NpmRegistry.of(registry);
            Optional<Pins.Pin> pinned = pins.of(name);
            if (pinned.isPresent()) {
                return bring(from, pinned.get());
            }
            return resolve(from, name);
        } catch (IOException e) {
            throw new LanguageUnusable("fetching " + name + " failed: " + reason(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LanguageUnusable("fetching " + name + " was interrupted", e);
        }
    }

    /**
     * Looks for a package by the two usual names of grammars, the curated collection first, and pins the one that
     * works.
     */
    private FetchedGrammar resolve(NpmRegistry from, String name)
            throws IOException, InterruptedException, LanguageUnusable {
        String base = "tree-sitter-" + name.replace('_', '-');
        LanguageUnusable last = null;
        Optional<String> known = KnownLanguages.packageOf(name);
        List<String> packages =
                known.isPresent() ? List.of(known.get()) : List.of("@tree-sitter-grammars/" + base, base);
        for (String packageName : packages) {
            Optional<Pins.Pin> found = from.latest(name, packageName);
            if (found.isPresent()) {
                try {
                    FetchedGrammar brought = bring(from, found.get());
                    LOG.info("grammar {} is pinned to {} in {}", name, brought.from(), pins.note(found.get()));
                    return brought;
                } catch (LanguageUnusable e) {
                    last = e;
                }
            }
        }
        throw last != null
                ? last
                : new LanguageUnusable(
                        "no package of the registry is named " + packages.getLast() + "; pin another in grammars.lock",
                        null);
    }

    private FetchedGrammar bring(NpmRegistry from, Pins.Pin pin)
            throws IOException, InterruptedException, LanguageUnusable {
        NpmPackage contents = NpmPackage.read(pin.packageName(), from.tarball(pin));
        byte[] library = contents.library(Library.platform());
        Path trial = cache.stage(library);
        try {
            Trying tried = attempt(pin, contents, trial);
            return cache.keep(pin, tried.language(), library, tried.abi(), tried.lacks());
        } finally {
            cache.unstage(trial);
        }
    }

    /** A language as far as it works. */
    private record Trying(
            Language language, int abi, @Nullable String lacks) {}

    /**
     * Finds out what of a package works. Its queries may be made for other programs; without them the grammar still
     * parses.
     */
    private Trying attempt(Pins.Pin pin, NpmPackage contents, Path library) throws IOException, LanguageUnusable {
        String name = pin.language();
        Answer.Ready bare = LanguageTrial.of(workers, contents.language(name, List.of(), false, false), library);
        List<String> comments =
                bare.types().stream().filter(type -> type.endsWith("comment")).toList();
        boolean symbols = compiles(contents.language(name, comments, true, false), library);
        boolean highlights = compiles(contents.language(name, comments, false, true), library);
        Language language = contents.language(name, comments, symbols, highlights);
        return new Trying(language, bare.abi(), lacks(contents, language));
    }

    /** What the package lacks that a user would otherwise look for in vain. */
    private static @Nullable String lacks(NpmPackage contents, Language language) throws IOException {
        var lacks = new ArrayList<String>();
        if (language.files().isEmpty()) {
            lacks.add("names no files, so set grammars.extensions in source.yml");
        }
        if (language.symbols().isBlank()) {
            lacks.add("has no query for symbols that works (queries/tags.scm)");
        }
        if (language.highlights() == null) {
            lacks.add("has no query for highlights that works");
        }
        if (contents.injects(language.name())) {
            lacks.add("would have other languages parsed inside (injections), which is not done");
        }
        return lacks.isEmpty() ? null : "its package " + String.join("; ", lacks);
    }

    private boolean compiles(Language language, Path library) {
        try {
            LanguageTrial.of(workers, language, library);
            return true;
        } catch (LanguageUnusable e) {
            LOG.warn("left out: {}", e.getMessage());
            return false;
        }
    }

    /** The reason of a network failure. Such messages are often empty, and may name hosts but no credentials. */
    private static String reason(IOException e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
