package io.precinct.core.api.chain;

/**
 * Entity tags of representations (RFC 9110 §8.8.3). A boundary tags the resource, for example {@code "v3"}, which is the
 * tag of its JSON. Other representations append their subtype, {@code "v3-html"}, because a strong tag identifies one
 * sequence of bytes, and a client that has one representation does not have the others.
 *
 * @since 1.2
 */
public final class RepresentationTag {
    private RepresentationTag() {}

    /**
     * The tag of a representation.
     *
     * @param tag of the resource, weak or strong
     * @param mediaType of the representation, without parameters
     */
    public static String of(String tag, String mediaType) {
        boolean json = mediaType.equals("application/json") || mediaType.endsWith("+json");
        return json || !tag.endsWith("\"")
                ? tag
                : tag.substring(0, tag.length() - 1) + "-" + mediaType.substring(mediaType.indexOf('/') + 1) + "\"";
    }

    /**
     * Whether {@code If-None-Match} lists a tag, by weak comparison (RFC 9110 §13.1.2), or is {@code *}. The quotes
     * ensure that a whole tag matches.
     */
    public static boolean isListed(String ifNoneMatch, String tag) {
        return ifNoneMatch.strip().equals("*") || ifNoneMatch.contains(tag.startsWith("W/") ? tag.substring(2) : tag);
    }
}
