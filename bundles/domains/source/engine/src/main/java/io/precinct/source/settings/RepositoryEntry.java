package io.precinct.source.settings;

import io.precinct.api.settings.Setting;
import io.precinct.api.settings.Settings;
import io.precinct.api.settings.SettingsSection;
import io.precinct.api.settings.SettingsTable;
import io.precinct.lib.re2j.BadPattern;
import io.precinct.lib.re2j.Patterns;
import io.precinct.source.pattern.AnnotationFormat;
import io.precinct.source.pattern.KnownLanguages;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.transport.URIish;
import org.jspecify.annotations.Nullable;

/** The settings of an entry of {@code repos}, and their meaning. */
final class RepositoryEntry {
    private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*)://.*", Pattern.DOTALL);
    private static final Pattern SCP = Pattern.compile("[^/\\\\:]{2,}:(?!//).+", Pattern.DOTALL);
    /** {@code ^}, {@code $}, {@code \\A} or {@code \\z} outside a character class. */
    private static final Pattern ANCHOR = Pattern.compile(
            "^(?:[^\\\\\\[^$]|\\\\[^Az]|\\[\\^?\\]?(?:[^\\\\\\]]|\\\\.)*+\\])*+(?:[$^]|\\\\[Az])", Pattern.DOTALL);

    private static final int MOST_SECONDS = 366 * 24 * 3600;

    static final Setting<String> URL = Setting.text("url")
            .required()
            .describedAs(
                    "A remote (`https`, `http`, `ssh`, `git`, `user@host:path`) or the path of a repository, also a"
                            + " bare one. With a `provider`, what that reads: the path of a file or folder, or an address.")
            .example("https://git.example.org/tools/build.git");

    private static final Setting<String> REF =
            Setting.text("ref").absentMeans("the remote's HEAD").describedAs("The branch, tag or commit to follow.");

    private static final Setting<Duration> REFRESH = Setting.whole("refresh", 0, MOST_SECONDS)
            .or(300L)
            .as(Duration::ofSeconds)
            .describedAs("Seconds between fetches; 0: on demand and by webhook only.");

    private static final Setting<List<String>> GRAMMARS =
            Setting.texts("grammars").absentMeans("all that are deployed").describedAs("Languages that are parsed.");

    private static final Setting<List<String>> ANNOTATIONS = Setting.texts(
                    "annotations",
                    AnnotationFormat.OPENFASTTRACE + "|" + AnnotationFormat.SPHINX_CODELINKS,
                    AnnotationFormat.OPENFASTTRACE + " and " + AnnotationFormat.SPHINX_CODELINKS)
            .absentMeans("`@tag:id` only")
            .describedAs("Formats in which comments name requirements, beside `@tag:id`.")
            .example(List.of(AnnotationFormat.OPENFASTTRACE));

    private static final Setting<String> PATTERN = Setting.text("pattern")
            .required()
            .describedAs(
                    "A regular expression of RE2 that finds an annotation in a line of a comment. Its group `id` is"
                            + " the id, `tag` the tag (the name of the pattern where there is none), `revision` the revision.")
            .example("STORY-(?P<id>[0-9]+)");

    private static final SettingsTable ANNOTATION_PATTERNS = SettingsTable.of(
            "[a-z][a-z0-9_]{0,49}",
            "small letters, digits and '_', beginning with a letter",
            SettingsSection.of(
                    "annotation_patterns", "Further formats of annotations, as patterns of your own.", PATTERN));

    private static final Setting<List<String>> BRANCHES = Setting.texts(
                    "branches", RepositoryEntry::isBranch, "names of branches, with * for anything")
            .absentMeans("all")
            .describedAs("The branches that are fetched, as patterns with `*`. The branch that is followed and all tags"
                    + " are fetched in any case.")
            .example(List.of("main", "release/*"));

    private static final Setting<Integer> DEPTH = Setting.whole("depth", 1, Integer.MAX_VALUE)
            .as(Math::toIntExact)
            .absentMeans("all")
            .describedAs("The most commits of each branch.");

    private static final Setting<Long> MAX_BYTES =
            Setting.whole("max_bytes", 1, 1L << 50).or(4L << 30).describedAs("The most bytes of the clone.");

    private static final Setting<Duration> TIMEOUT = Setting.whole("timeout", 1, 3600)
            .or(60L)
            .as(Duration::ofSeconds)
            .describedAs("Seconds; a remote that says nothing for so long has failed.");

    private static final Setting<String> WEBHOOK_SECRET = Setting.text("webhook_secret")
            .secret()
            .absentMeans("none are taken")
            .describedAs("What deliveries to `/repos/NAME/webhook` are signed with.")
            .example("${BUILD_WEBHOOK_SECRET}");

    private static final Setting<Path> SSH_KEY = Setting.path("ssh_key").describedAs("A private key.");

    private static final Setting<Path> KNOWN_HOSTS = Setting.path("known_hosts")
            .absentMeans("those of the user that runs the service")
            .describedAs("Host keys that are accepted.");

    private static final Setting<String> PASSPHRASE = Setting.text("passphrase")
            .secret()
            .describedAs("Of the private key, where it is protected.")
            .example("${KEY_PASSPHRASE}");

    private static final Setting<String> USERNAME =
            Setting.text("username").describedAs("For HTTP, or for SSH beside a key or a password.");

    private static final Setting<String> PASSWORD =
            Setting.text("password").secret().describedAs("For HTTP or SSH.").example("${BUILD_TOKEN}");

    private static final Setting<String> TOKEN = Setting.text("token")
            .secret()
            .describedAs("Of a parameter store, beside a `provider`.")
            .example("${CONSUL_TOKEN}");

    private static final Setting<String> PROVIDER = Setting.text(
                    "provider", "[a-z][a-z0-9_-]{0,49}", "the name of a provider of parameter stores")
            .absentMeans("git")
            .describedAs("Serves a parameter store in place of a git repository: `yaml` or `directory`, or the name of"
                    + " another provider that is deployed.")
            .example("yaml");

    private static final Setting<List<String>> SECRETS = Setting.texts("secrets")
            .absentMeans("those that the store marks, and those named like a password, secret, token or key")
            .describedAs("Further keys of a parameter store whose values are served as `***`, as globs over the whole"
                    + " key: `*`, `?`, `**` for any folders, `{a,b}`. Case does not matter.")
            .example(List.of("database/**", "*/licence"));

    private static final Setting<List<String>> GRANT = Setting.texts("grant")
            .absentMeans("nobody")
            .describedAs("Roles that see the masked values of a parameter store.")
            .example(List.of("operator"));

    private static final SettingsSection CREDENTIALS = SettingsSection.of(
            "credentials",
            "What the remote is reached with; never shown.",
            SSH_KEY,
            KNOWN_HOSTS,
            PASSPHRASE,
            USERNAME,
            PASSWORD,
            TOKEN);

    static final SettingsSection SECTION = SettingsSection.of(
            "repos",
            "The repositories by name.",
            URL,
            REF,
            BRANCHES,
            REFRESH,
            GRAMMARS,
            ANNOTATIONS,
            DEPTH,
            MAX_BYTES,
            TIMEOUT,
            WEBHOOK_SECRET,
            PROVIDER,
            SECRETS,
            GRANT,
            ANNOTATION_PATTERNS,
            CREDENTIALS);

    /** Settings that are useless for a parameter store. */
    private static final List<Setting<?>> OF_GIT = List.of(REF, BRANCHES, DEPTH);

    /** Settings that are useless for a git repository. */
    private static final List<Setting<?>> OF_STORES = List.of(SECRETS, GRANT);

    private final Settings entry;

    private RepositoryEntry(Settings entry) {
        this.entry = entry;
    }

    /** The repository of this name, or null if its url is invalid, which is reported. */
    static @Nullable RepositorySettings read(String name, Settings entry) {
        return new RepositoryEntry(entry).settings(name);
    }

    private static boolean isBranch(String pattern) {
        return Repository.isValidRefName(Constants.R_HEADS + pattern.replace('*', 'x'));
    }

    private @Nullable RepositorySettings settings(String name) {
        String provider = entry.get(PROVIDER);
        if (provider != null) {
            return store(name, provider);
        }
        checkUseless(entry, OF_STORES, "without a provider");
        checkUseless(entry.section(CREDENTIALS), List.of(TOKEN), "without a provider");
        Address address = address();
        Credentials credentials = credentials(address);
        Integer depth = entry.get(DEPTH);
        return address == null
                ? null
                : new RepositorySettings(
                                name,
                                address.url(),
                                credentials,
                                entry.need(REFRESH),
                                grammars(),
                                entry.get(REF),
                                depth == null ? 0 : depth,
                                entry.need(MAX_BYTES),
                                entry.need(TIMEOUT),
                                entry.get(WEBHOOK_SECRET))
                        .withBranches(entry.need(BRANCHES))
                        .withAnnotations(annotations());
    }

    /** The parameter store of this name, or null if its url is invalid, which is reported. */
    private @Nullable RepositorySettings store(String name, String provider) {
        checkUseless(entry, OF_GIT, "beside a provider");
        Settings given = entry.section(CREDENTIALS);
        checkUseless(given, List.of(SSH_KEY, KNOWN_HOSTS, PASSPHRASE), "beside a provider");
        String url = storeUrl();
        return url == null
                ? null
                : new RepositorySettings(
                        name,
                        url,
                        new Credentials(null, null, given.get(USERNAME), given.get(PASSWORD), null, given.get(TOKEN)),
                        entry.need(REFRESH),
                        grammars(),
                        null,
                        0,
                        entry.need(MAX_BYTES),
                        entry.need(TIMEOUT),
                        entry.get(WEBHOOK_SECRET),
                        new StoreSettings(provider, secrets(), entry.need(GRANT)),
                        List.of(),
                        annotations());
    }

    private List<AnnotationFormat> annotations() {
        var formats = new ArrayList<AnnotationFormat>();
        entry.need(ANNOTATIONS).stream()
                .distinct()
                .sorted()
                .forEach(name -> formats.add(new AnnotationFormat(name, null)));
        // One object for all of them, because it bounds them together.
        var patterns = new Patterns();
        entry.table(ANNOTATION_PATTERNS).forEach((name, own) -> {
            String pattern = own.get(PATTERN);
            if (pattern != null && isGood(own, pattern, patterns)) {
                formats.add(new AnnotationFormat(name, pattern));
            }
        });
        return formats;
    }

    private static boolean isGood(Settings own, String pattern, Patterns patterns) {
        String fault = null;
        try {
            fault = !patterns.compile(pattern).groups().contains(AnnotationFormat.ID)
                    ? "has no group id: (?P<id>…)"
                    : ANCHOR.matcher(pattern).find() ? "has an anchor, but is looked for anywhere in a line" : null;
        } catch (BadPattern e) {
            fault = e.getMessage();
        }
        if (fault != null) {
            own.error(PATTERN, own.name(PATTERN) + " " + fault, null);
        }
        return fault == null;
    }

    /**
     * The languages to be parsed. A name that is only a file ending of a language is an error; one that merely looks
     * misspelt may be a language of a bundle that is deployed later.
     */
    private List<String> grammars() {
        List<String> names = entry.need(GRAMMARS);
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            int item = i;
            KnownLanguages.meantBy(name)
                    .ifPresent(meant -> entry.error(
                            GRAMMARS,
                            item,
                            entry.name(GRAMMARS) + ": there is no language " + name,
                            "did you mean " + meant + "?"));
            KnownLanguages.similarTo(name)
                    .filter(_ -> KnownLanguages.meantBy(name).isEmpty())
                    .ifPresent(similar -> entry.warn(
                            GRAMMARS,
                            entry.name(GRAMMARS) + ": " + name + " is no language that is known",
                            "did you mean " + similar + "?"));
        }
        return names;
    }

    /** The globs of keys. One that matches no key whatsoever would leave in the clear what it was written to mask. */
    private List<String> secrets() {
        List<String> globs = entry.need(SECRETS);
        for (int i = 0; i < globs.size(); i++) {
            KeyGlob.fault(globs.get(i)).ifPresent(reportAt(i));
        }
        return globs;
    }

    private Consumer<KeyGlob.Fault> reportAt(int item) {
        return fault -> entry.error(SECRETS, item, entry.name(SECRETS) + " " + fault.what(), fault.hint());
    }

    private static void checkUseless(Settings given, List<Setting<?>> settings, String where) {
        for (Setting<?> setting : settings) {
            if (given.says(setting)) {
                given.error(setting, given.name(setting) + " has no use " + where, "leave it out");
            }
        }
    }

    /** An absolute path, or an address without credentials. */
    private @Nullable String storeUrl() {
        String url = entry.get(URL);
        if (url == null) {
            return null;
        }
        try {
            if (!SCHEME.matcher(url).matches()) {
                return entry.folder().resolve(url).toAbsolutePath().normalize().toString();
            }
            var uri = new URI(url);
            if (uri.getRawUserInfo() != null || uri.getRawQuery() != null || uri.getRawFragment() != null) {
                return refusedStore("an address without user, query and fragment beside a provider");
            }
            return url;
        } catch (InvalidPathException | URISyntaxException e) {
            // The exception's message would reveal the value of a variable.
            return refusedStore("an address or the path of a file or folder beside a provider");
        }
    }

    private @Nullable String refusedStore(String takes) {
        refused(takes);
        return null;
    }

    /** The kinds of access to a repository. */
    private enum Way {
        LOCAL,
        HTTP,
        SSH,
        GIT
    }

    /** A url, taken apart. */
    private record Address(
            String url,
            Way way,
            @Nullable String user,
            @Nullable String password) {}

    private @Nullable Address address() {
        String url = entry.get(URL);
        if (url == null) {
            return null;
        }
        var scheme = SCHEME.matcher(url);
        Way way = Way.LOCAL;
        if (scheme.matches()) {
            switch (scheme.group(1)) {
                case "http", "https" -> way = Way.HTTP;
                case "ssh", "git+ssh", "ssh+git" -> way = Way.SSH;
                case "git" -> way = Way.GIT;
                case "file" -> way = Way.LOCAL;
                default -> {
                    return refused("a url of https, http, ssh, git or file, or a path");
                }
            }
        } else if (SCP.matcher(url).matches()) {
            way = Way.SSH;
        }
        return way == Way.LOCAL ? local(url) : remote(url, way);
    }

    private @Nullable Address local(String url) {
        try {
            Path path = url.startsWith("file:")
                    ? Path.of(new URIish(url).getPath())
                    : entry.folder().resolve(url).toAbsolutePath();
            return new Address(path.normalize().toString(), Way.LOCAL, null, null);
        } catch (InvalidPathException | URISyntaxException e) {
            // The exception's message would reveal the value of a variable.
            return refused("a url or the path of a repository");
        }
    }

    private @Nullable Address remote(String url, Way way) {
        try {
            var uri = new URIish(url);
            if (uri.getHost() == null || uri.getHost().isEmpty() || uri.getPath() == null) {
                return refused("a url with a host and a path");
            }
            URIish bare = uri.setPass(null);
            return new Address(
                    (way == Way.HTTP ? bare.setUser(null) : bare).toString(), way, uri.getUser(), uri.getPass());
        } catch (URISyntaxException e) {
            return refused("a url or the path of a repository");
        }
    }

    /** Reports without the url: it may hold a password, or the value of a variable. */
    private @Nullable Address refused(String takes) {
        entry.error(URL, entry.name(URL) + " takes " + takes, null);
        return null;
    }

    private Credentials credentials(@Nullable Address address) {
        Settings given = entry.section(CREDENTIALS);
        Path sshKey = given.get(SSH_KEY);
        Path knownHosts = given.get(KNOWN_HOSTS);
        String username = given.get(USERNAME);
        String password = given.get(PASSWORD);
        String passphrase = given.get(PASSPHRASE);
        if (address == null) {
            return Credentials.NONE;
        }
        if (address.way() == Way.SSH) {
            checkFile(given, SSH_KEY, sshKey);
            checkFile(given, KNOWN_HOSTS, knownHosts);
        } else if (sshKey != null || knownHosts != null) {
            Setting<Path> useless = sshKey != null ? SSH_KEY : KNOWN_HOSTS;
            given.warn(useless, given.name(useless) + " has no use without ssh", "the url is one of another kind");
        }
        if (address.way() == Way.HTTP && password != null && username == null && address.user() == null) {
            given.error(PASSWORD, given.name(USERNAME) + " is missing beside the password", null);
        }
        if (passphrase != null && sshKey == null) {
            given.error(PASSPHRASE, given.name(SSH_KEY) + " is missing beside the passphrase", null);
        }
        String user = username == null ? address.user() : username;
        return new Credentials(sshKey, knownHosts, user, password == null ? address.password() : password, passphrase);
    }

    /** Only warns: the file may appear later, and until then only its repository cannot be fetched. */
    private static void checkFile(Settings given, Setting<Path> key, @Nullable Path file) {
        if (file != null && !Files.isReadable(file)) {
            given.warn(
                    key,
                    given.name(key) + ": there is no readable file " + file,
                    "until there is one, this repository cannot be fetched");
        }
    }
}
