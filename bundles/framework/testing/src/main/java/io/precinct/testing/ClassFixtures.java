package io.precinct.testing;

import java.lang.reflect.Field;
import java.util.List;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ModifierSupport;
import org.junit.platform.commons.support.ReflectionSupport;

/** Creates and closes the fixtures that {@link ClassFixture} marks. */
final class ClassFixtures implements BeforeAllCallback {
    private static final Namespace FIXTURES = Namespace.create(ClassFixtures.class);

    @Override
    public void beforeAll(ExtensionContext context) throws IllegalAccessException {
        List<Field> fields = AnnotationSupport.findAnnotatedFields(
                context.getRequiredTestClass(), ClassFixture.class, ModifierSupport::isStatic);
        for (Field field : fields) {
            Object fixture = ReflectionSupport.newInstance(field.getType());
            // the store closes what it holds after the last test of the class
            context.getStore(FIXTURES).put(field, fixture);
            field.setAccessible(true);
            field.set(null, fixture);
        }
    }
}
