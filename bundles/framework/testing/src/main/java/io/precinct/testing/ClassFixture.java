package io.precinct.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Marks the static field of a test class that holds a fixture for all its tests. The fixture is created by its
 * constructor without parameters before any method of the class runs, and closed after the last one.
 *
 * <p>Do not create such a fixture in a static initialiser instead. Other test classes that only use a static method of
 * the class would create it as well, and threads that a fixture starts wait for the initialiser.
 */
@Documented
@Target(ElementType.FIELD)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ClassFixtures.class)
public @interface ClassFixture {}
