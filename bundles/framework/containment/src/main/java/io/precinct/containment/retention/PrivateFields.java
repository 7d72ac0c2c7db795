package io.precinct.containment.retention;

import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads private members by reflection. In the JDK only packages that the launcher's manifest opens ({@code Add-Opens})
 * can be read; if a member is not open, or has another name in this JDK, the result is empty.
 */
final class PrivateFields {
    private PrivateFields() {}

    /** The value of a field of this name that the class declares; {@code of} is null for a static field. */
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

    /** The class of the JDK with this name. The loader of a bundle knows only the packages that the bundle imports. */
    static Optional<Class<?>> type(String name) {
        try {
            return Optional.of(Class.forName(name, false, ClassLoader.getPlatformClassLoader()));
        } catch (ClassNotFoundException | LinkageError e) {
            return Optional.empty();
        }
    }

    /** The result of a method that the class declares. */
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
