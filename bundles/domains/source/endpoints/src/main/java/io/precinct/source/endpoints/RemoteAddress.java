package io.precinct.source.endpoints;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The address of a git repository, taken apart, without user and password: {@code https://host/path},
 * {@code git@host:path}, {@code /folder}.
 *
 * @param scheme in lower case; empty for {@code host:path} and for folders
 * @param host with a port if one is named; empty for folders
 * @param path without leading slash, unless it is a folder
 */
record RemoteAddress(String scheme, String host, String path) {
    private static final int LONGEST = 2000;

    /** Nothing that a browser or a terminal would read otherwise than git does. */
    private static final Pattern UNCLEAR = Pattern.compile("[\\\\<>\"'`\\s\\p{C}]");

    private static final Pattern URL =
            Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#]*@)?([^/?#@]*)/*([^?#]*).*");
    /** A host without a user has a dot: {@code javascript:} is none. */
    private static final Pattern SCP = Pattern.compile(
            "(?:[^/:]*@(?=[^/]))?((?<=@)[A-Za-z0-9._-]+|[A-Za-z0-9_-]+(?:\\.[A-Za-z0-9_-]+)+):(?!//)/*(.*)");

    private static final Pattern HOST = Pattern.compile("(?:[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+])(?::[0-9]{1,5})?");
    private static final Pattern USUAL_PORT = Pattern.compile(":(?:80|443|22|9418)$");

    /** The address that a text gives; null if it is relative, or none that git could fetch from elsewhere or a folder. */
    static @Nullable RemoteAddress of(String text) {
        if (text.length() > LONGEST || UNCLEAR.matcher(text).find()) {
            return null;
        }
        if (text.startsWith("/")) {
            return new RemoteAddress("", "", text);
        }
        Matcher url = URL.matcher(text);
        if (url.matches()) {
            return ofUrl(url.group(1).toLowerCase(Locale.ROOT), url.group(2).toLowerCase(Locale.ROOT), url.group(3));
        }
        Matcher scp = SCP.matcher(text);
        return scp.matches() ? new RemoteAddress("", scp.group(1).toLowerCase(Locale.ROOT), scp.group(2)) : null;
    }

    private static @Nullable RemoteAddress ofUrl(String scheme, String host, String path) {
        return switch (scheme) {
            case "file" -> new RemoteAddress("", "", "/" + path);
            case "https", "http", "ssh", "git+ssh", "ssh+git", "git" ->
                HOST.matcher(host).matches() ? new RemoteAddress(scheme, host, path) : null;
            default -> null;
        };
    }

    /**
     * An address in the form in which {@code .gitmodules} may state it: {@code ./} and {@code ../} begin at this one.
     *
     * @return null if it leads above the host, or is none
     */
    @Nullable
    RemoteAddress resolve(String text) {
        if (!text.startsWith("./") && !text.startsWith("../")) {
            return of(text);
        }
        if (text.length() > LONGEST || UNCLEAR.matcher(text).find()) {
            return null;
        }
        String base = withoutEnd(path, "/");
        int from = 0;
        while (true) {
            if (text.startsWith("./", from)) {
                from += 2;
            } else if (text.startsWith("../", from)) {
                if (base.isEmpty()) {
                    return null;
                }
                base = base.substring(0, Math.max(0, base.lastIndexOf('/')));
                from += 3;
            } else {
                break;
            }
        }
        boolean top = base.isEmpty() && !isFolder();
        return new RemoteAddress(scheme, host, (top ? "" : base + "/") + text.substring(from));
    }

    /** Whether it is a folder of this machine. */
    boolean isFolder() {
        return host.isEmpty();
    }

    /** The same for all addresses of a repository: by https or by ssh, with {@code .git} or without. */
    String key() {
        return USUAL_PORT.matcher(host).replaceFirst("") + "/" + trimmed();
    }

    /** As git takes it: {@code host:path} as the URL that it stands for. */
    String text() {
        return isFolder() ? path : (scheme.isEmpty() ? "ssh" : scheme) + "://" + host + "/" + path;
    }

    /** Where a browser finds it, by the convention of all forges; null for a folder. */
    @Nullable
    String web() {
        boolean web = scheme.equals("https") || scheme.equals("http");
        String at = web ? scheme + "://" + host : "https://" + host.replaceFirst("(?<!]):[0-9]+$|(?<=]):[0-9]+$", "");
        return isFolder() ? null : at + "/" + trimmed();
    }

    private String trimmed() {
        String slashless = withoutEnd(path, "/");
        String bare = slashless.endsWith(".git") ? slashless.substring(0, slashless.length() - 4) : slashless;
        return bare.startsWith("/") ? bare.substring(1) : bare;
    }

    private static String withoutEnd(String text, String end) {
        String left = text;
        while (left.endsWith(end)) {
            left = left.substring(0, left.length() - end.length());
        }
        return left;
    }
}
