package io.precinct.api.format;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.osgi.service.component.annotations.ComponentPropertyType;

/** Names a {@link Formatter} and the media types it renders. */
@ComponentPropertyType
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface FormatterFor {
    /** Prefix of the component properties. */
    String PREFIX_ = "precinct.formatter.";

    /** Short name, such as {@code csv}. */
    String name();

    /**
     * Media types it renders, the usual one first, in lower case, each {@code type/subtype} without parameters. A
     * formatter with any other is not deployed.
     */
    String[] mediaTypes();

    /** Its place in the server's own order of preference; lower comes first. JSON is 0. */
    int order() default 100;
}
