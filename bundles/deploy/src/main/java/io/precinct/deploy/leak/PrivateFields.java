package io.precinct.deploy.leak;

import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads what is private. Of the JDK that is what the launcher's manifest opens ({@code Add-Opens}); where something is not
 * open, or is called otherwise in this JDK, there is nothing to be seen.
 */
final class PrivateFields {
    private PrivateFields() {}

    /** The value of a field that a class, or the null object for a static field, has. */
    static Optional<Object> value(Class<?> type, String field, @Nullable Object of) {
        try {
            return value(type.getDeclaredField(field), of);
        } catch (NoSuchFieldException e) {
            return Optional.empty();
        }
    }

    static Optional<Object> value(Field field, @Nullable Object of) {
        try {
            return field.trySetAccessible() ? Optional.ofNullable(field.get(of)) : Optional.empty();
        } catch (IllegalAccessException | InaccessibleObjectException e) {
            return Optional.empty();
        }
    }

    /** The JDK's class of this name. A bundle's own loader knows only those packages that the bundle imports. */
    static Optional<Class<?>> type(String name) {
        try {
            return Optional.of(Class.forName(name, false, ClassLoader.getPlatformClassLoader()));
        } catch (ClassNotFoundException | LinkageError e) {
            return Optional.empty();
        }
    }

    /** What a method returns. */
    static Optional<Object> call(
            Class<?> type, String name, @Nullable Object of, Class<?>[] types, Object... arguments) {
        try {
            Method method = type.getDeclaredMethod(name, types);
            return method.trySetAccessible() ? Optional.ofNullable(method.invoke(of, arguments)) : Optional.empty();
        } catch (ReflectiveOperationException | InaccessibleObjectException e) {
            return Optional.empty();
        }
    }
}
