package io.precinct.core.api.plugin;

import io.precinct.api.format.Formatter;
import java.util.List;

/**
 * A deployed formatter.
 *
 * @param name short name, such as {@code json}
 * @param formatter renders
 * @param mediaTypes what it renders, the usual one first, without those that another bundle took; may be empty
 * @param order its place in the server's preference; lower comes first
 * @param generation the bundle it came with
 */
public record DeployedFormatter(
        String name, Formatter formatter, List<String> mediaTypes, int order, Generation generation) {
    public DeployedFormatter {
        mediaTypes = List.copyOf(mediaTypes);
    }
}
