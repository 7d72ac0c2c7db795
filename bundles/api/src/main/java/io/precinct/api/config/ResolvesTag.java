package io.precinct.api.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.osgi.annotation.bundle.Capability;
import org.osgi.service.component.annotations.ComponentPropertyType;

/** Names the tag that a {@link TagResolver} resolves, and when. */
@ComponentPropertyType
@Capability(namespace = ResolvesTag.NAMESPACE, name = "${#value}")
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface ResolvesTag {
    /** The namespace of the capability; its attribute of the same name holds the tag. */
    String NAMESPACE = "precinct.tag";

    /** Prefix of the component properties. */
    String PREFIX_ = "precinct.tag.";

    /** The tag without its exclamation mark, such as {@code Env}. */
    String value();

    /** {@code early}: while configuration is loaded; {@code late}: when a request needs the value. */
    Phase phase();

    /** When a tag is resolved. */
    enum Phase {
        /** While configuration is loaded. */
        EARLY,
        /** Left untouched at load; resolved when a request needs it. */
        LATE
    }
}
