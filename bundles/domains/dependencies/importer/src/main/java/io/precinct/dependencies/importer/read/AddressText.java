package io.precinct.dependencies.importer.read;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds addresses in values of variables and in commands: URLs, also with several hosts, and {@code host:port}. */
final class AddressText {
    private static final int LONGEST = 20_000;
    private static final long MOST_PORT = 65_535;

    private static final Pattern URL =
            Pattern.compile("(?<![A-Za-z0-9+.-])([A-Za-z][A-Za-z0-9+.-]{0,30}+)://([^\\s/?#;\"'<>\\\\]++)");

    /** Uses possessive quantifiers, so that matching is fast for every text. */
    private static final Pattern HOST_AND_PORT =
            Pattern.compile("(?<![A-Za-z0-9_./:-])([A-Za-z0-9_.-]++):([0-9]{1,5}+)(?![A-Za-z0-9_.:@-])");

    private static final Pattern ONE_HOST = Pattern.compile("([A-Za-z0-9_.-]++)(?::([0-9]{1,5}+))?+");

    private AddressText() {}

    /** Returns the addresses in a text: first those of URLs, then pairs of host and port, each in order. */
    static List<Address> find(String text) {
        if (text.length() > LONGEST) {
            return List.of();
        }
        List<Address> found = new ArrayList<>();
        var rest = new StringBuilder(text);
        Matcher url = URL.matcher(text);
        while (url.find()) {
            String authority = url.group(2);
            for (String host :
                    authority.substring(authority.lastIndexOf('@') + 1).split(",", -1)) {
                Matcher one = ONE_HOST.matcher(host);
                if (one.matches()) {
                    Long port = port(one.group(2));
                    String name = one.group(1);
                    String address = url.group(1) + "://" + name + (port == null ? "" : ":" + port);
                    found.add(new Address(name, address, port));
                }
            }
            for (int at = url.start(); at < url.end(); at++) {
                rest.setCharAt(at, ' ');
            }
        }
        Matcher pair = HOST_AND_PORT.matcher(rest);
        while (pair.find()) {
            Long port = port(pair.group(2));
            if (port != null) {
                found.add(Address.of(pair.group(1), port));
            }
        }
        return found;
    }

    /** Returns a port, or null if the value is not a port. */
    static @Nullable Long port(@Nullable Object value) {
        if (value == null) {
            return null;
        }
        try {
            long port = Long.parseLong(value.toString());
            return port >= 1 && port <= MOST_PORT ? port : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
