package io.precinct.common.accept;

import java.util.Locale;

/** An {@code Accept-Encoding} header (RFC 9110 §12.5.3), for a service that knows one content coding, gzip. */
public final class AcceptEncoding {
    private static final int MOST = 64;
    private static final double UNLISTED = -1;

    private AcceptEncoding() {}

    /**
     * Whether to send gzip: the client accepts it, and wants nothing else more. An answer as it is counts as the coding
     * {@code identity}, which a client that does not list it wants least. A weight that cannot be read counts as 1.
     *
     * @param value the value as it was sent, several headers joined by commas; blank for none
     */
    public static boolean prefersGzip(String value) {
        if (value.isBlank()) {
            return false;
        }
        double gzip = UNLISTED;
        double identity = UNLISTED;
        double others = UNLISTED;
        for (String item : value.toLowerCase(Locale.ROOT).split(",", MOST)) {
            String[] parts = item.split(";", -1);
            double weight = Weights.of(parts);
            switch (parts[0].strip()) {
                case "gzip", "x-gzip" -> gzip = Math.max(gzip, weight);
                case "identity" -> identity = Math.max(identity, weight);
                case "*" -> others = Math.max(others, weight);
                default -> {
                    // a coding that is not offered
                }
            }
        }
        gzip = gzip == UNLISTED ? others : gzip;
        identity = identity == UNLISTED ? others : identity;
        return gzip > 0 && gzip >= identity;
    }
}
