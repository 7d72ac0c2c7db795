package io.precinct.source.endpoints;

import io.precinct.source.api.FileEntry;
import io.precinct.source.api.FileText;
import io.precinct.source.api.Repository;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.Sources;
import io.precinct.source.api.View;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where the submodules of a commit come from, as its {@code .gitmodules} says. That file is read when the first
 * submodule is met, and no further than {@link #LONGEST}. For a single use; not thread-safe.
 */
final class Submodules {
    /** Characters of a {@code .gitmodules} that is read; a longer one says nothing. */
    private static final int LONGEST = 1 << 18;

    private static final String FILE = ".gitmodules";
    private static final Pattern SECTION =
            Pattern.compile("\\[\\s*submodule\\s+\"(.*)\"\\s*].*", Pattern.CASE_INSENSITIVE);

    private final Sources sources;
    private final Repository repository;
    private @Nullable Map<String, RemoteAddress> origins;
    private @Nullable Map<String, String> served;

    Submodules(Sources sources, Repository repository) {
        this.sources = sources;
        this.repository = repository;
    }

    /**
     * Where a submodule comes from.
     *
     * @param url without user and password; null for a folder of this machine
     * @param repo the repository that is served here from the same address, or null
     */
    record Origin(@Nullable String url, @Nullable String repo) {}

    /** An entry of a tree; {@code origin} is null if it is no submodule, or if nothing is known of it. */
    record Listed(FileEntry entry, @Nullable Origin origin) {}

    Listed listed(View view, FileEntry entry) {
        return new Listed(entry, origin(view, entry));
    }

    /** Where an entry comes from; null if it is no submodule, or if the commit does not say so. */
    @Nullable
    Origin origin(View view, FileEntry entry) {
        if (entry.submoduleCommit() == null) {
            return null;
        }
        RemoteAddress address = origins(view).get(entry.path());
        if (address == null) {
            return null;
        }
        String repo = served().get(address.key());
        return address.isFolder() && repo == null ? null : new Origin(address.isFolder() ? null : address.text(), repo);
    }

    /** Whether an answer has an origin, which another configuration may change. */
    boolean areMet() {
        return origins != null;
    }

    /** The link of a page to where an entry comes from, or null. */
    @Nullable
    SubmoduleLink link(View view, FileEntry entry) {
        Origin origin = origin(view, entry);
        return origin == null
                ? null
                : SubmoduleLink.of(origin.repo, origin.url, String.valueOf(entry.submoduleCommit()));
    }

    private Map<String, String> served() {
        if (served == null) {
            served = new HashMap<>();
            for (Repository each : sources.repositories()) {
                RemoteAddress address = RemoteAddress.of(each.status().url());
                if (address != null) {
                    served.putIfAbsent(address.key(), each.name());
                }
            }
        }
        return served;
    }

    private Map<String, RemoteAddress> origins(View view) {
        if (origins == null) {
            origins = new HashMap<>();
            RemoteAddress own = RemoteAddress.of(repository.status().url());
            stated(text(view)).forEach((path, url) -> {
                RemoteAddress address = own == null ? RemoteAddress.of(url) : own.resolve(url);
                if (address != null) {
                    origins.put(path, address);
                }
            });
        }
        return origins;
    }

    private static String text(View view) {
        try {
            FileEntry file = view.entry(FILE);
            FileText text = file.type().equals("file") && file.size() <= LONGEST ? view.text(file) : null;
            return text == null ? "" : text.text();
        } catch (SourceFault fault) {
            return ""; // a submodule may be there without it
        }
    }

    /** The urls by their paths. */
    private static Map<String, String> stated(String text) {
        Map<String, Map<String, String>> sections = new HashMap<>();
        Map<String, String> section = new HashMap<>();
        for (String line : text.replace("\\\n", "").split("\n")) {
            String stripped = line.strip();
            Matcher begin = SECTION.matcher(stripped);
            int equals = stripped.indexOf('=');
            if (begin.matches()) {
                section = sections.computeIfAbsent(begin.group(1), _ -> new HashMap<>());
            } else if (stripped.startsWith("[")) {
                section = new HashMap<>();
            } else if (equals > 0) {
                String key = stripped.substring(0, equals).strip().toLowerCase(Locale.ROOT);
                section.put(key, value(stripped.substring(equals + 1)));
            }
        }
        Map<String, String> urls = new HashMap<>();
        sections.values().forEach(each -> {
            String path = each.get("path");
            String url = each.get("url");
            if (path != null && url != null) {
                urls.put(path.endsWith("/") ? path.substring(0, path.length() - 1) : path, url);
            }
        });
        return urls;
    }

    /** A value of git's configuration files, without quotes and comment. */
    private static String value(String written) {
        var value = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < written.length(); i++) {
            char c = written.charAt(i);
            if (c == '"') {
                quoted = !quoted;
            } else if (c == '\\' && i + 1 < written.length()) {
                char escaped = written.charAt(++i);
                value.append(escaped == 'n' ? '\n' : escaped == 't' ? '\t' : escaped);
            } else if (!quoted && (c == '#' || c == ';')) {
                break;
            } else {
                value.append(c);
            }
        }
        return value.toString().strip();
    }
}
