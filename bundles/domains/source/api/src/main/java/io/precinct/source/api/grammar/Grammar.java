package io.precinct.source.api.grammar;

import io.precinct.api.service.Extension;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A language that live source can parse. A grammar is data: it is read once when its bundle is admitted, and nothing of
 * the bundle is used afterwards, so that bundles of grammars are swapped while queries run.
 *
 * <pre>{@code
 * @Component(service = Extension.class)
 * public final class Lua implements Grammar {
 *     @Override
 *     public Language language() {
 *         return Language.bundled(Lua.class, "lua")
 *                 .files("*.lua")
 *                 .comments("comment")
 *                 .build();
 *     }
 * }
 * }</pre>
 */
@ConsumerType
public interface Grammar extends Extension {
    /** The kind of extension that grammars are. */
    String KIND = "grammar";

    /** The language; read once, when the bundle is admitted. */
    Language language();

    @Override
    default String kind() {
        return KIND;
    }

    @Override
    default String name() {
        return language().name();
    }
}
