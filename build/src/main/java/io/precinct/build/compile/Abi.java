package io.precinct.build.compile;

import java.lang.classfile.AccessFlags;
import java.lang.classfile.Attribute;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.AnnotationDefaultAttribute;
import java.lang.classfile.attribute.ConstantValueAttribute;
import java.lang.classfile.attribute.DeprecatedAttribute;
import java.lang.classfile.attribute.ExceptionsAttribute;
import java.lang.classfile.attribute.RuntimeVisibleAnnotationsAttribute;
import java.lang.classfile.attribute.SignatureAttribute;
import java.lang.classfile.constantpool.Utf8Entry;
import java.lang.reflect.AccessFlag;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What other classes may compile against: the header of a class and its non-private members, constants with their
 * values. If two versions of a class have equal sets, nothing else needs to be compiled again.
 */
final class Abi {
    private Abi() {}

    /** The ABI of a class. */
    static Set<String> of(byte[] bytes) {
        ClassModel model = ClassFile.of().parse(bytes);
        Set<String> face = new TreeSet<>();
        face.add("class " + flags(model.flags()) + model.thisClass().asInternalName() + " extends "
                + model.superclass().map(each -> each.asInternalName()).orElse("") + " implements "
                + model.interfaces().stream().map(each -> each.asInternalName()).toList() + details(model));
        model.findAttribute(Attributes.permittedSubclasses())
                .ifPresent(permitted -> face.add("permits "
                        + permitted.permittedSubclasses().stream()
                                .map(each -> each.asInternalName())
                                .toList()));
        model.findAttribute(Attributes.record())
                .ifPresent(components -> face.add("record "
                        + components.components().stream()
                                .map(each -> each.name().stringValue()
                                        + each.descriptor().stringValue())
                                .toList()));
        model.findAttribute(Attributes.innerClasses())
                .ifPresent(inner -> inner.classes().stream()
                        .filter(each -> each.innerClass().equals(model.thisClass()))
                        .forEach(each -> face.add("nested " + each.flagsMask())));
        for (FieldModel field : model.fields()) {
            if (isSeen(field.flags())) {
                face.add("field " + flags(field.flags()) + field.fieldName().stringValue() + " "
                        + field.fieldType().stringValue() + details(field));
            }
        }
        for (MethodModel method : model.methods()) {
            if (isSeen(method.flags())) {
                face.add("method " + flags(method.flags()) + method.methodName().stringValue() + " "
                        + method.methodType().stringValue() + details(method));
            }
        }
        return face;
    }

    private static boolean isSeen(AccessFlags flags) {
        return !flags.has(AccessFlag.PRIVATE) && !flags.has(AccessFlag.SYNTHETIC);
    }

    private static String flags(AccessFlags flags) {
        // A method that becomes synchronized or native looks the same from outside.
        return (flags.flagsMask() & ~(ClassFile.ACC_SYNCHRONIZED | ClassFile.ACC_NATIVE)) + " ";
    }

    private static String details(AttributedElement element) {
        var text = new StringBuilder();
        for (Attribute<?> attribute : element.attributes()) {
            Optional<String> detail = switch (attribute) {
                case SignatureAttribute signature ->
                    Optional.of(signature.signature().stringValue());
                case ConstantValueAttribute value ->
                    Optional.of(String.valueOf(value.constant().constantValue()));
                case ExceptionsAttribute exceptions ->
                    Optional.of(exceptions.exceptions().stream()
                            .map(each -> each.asInternalName())
                            .toList()
                            .toString());
                case AnnotationDefaultAttribute ignored -> Optional.of("default");
                case DeprecatedAttribute ignored -> Optional.of("deprecated");
                case RuntimeVisibleAnnotationsAttribute annotations ->
                    Optional.of(names(annotations.annotations().stream()
                            .map(each -> each.className())
                            .toList()));
                default -> Optional.empty();
            };
            detail.ifPresent(each -> text.append(' ').append(each));
        }
        return text.toString();
    }

    private static String names(List<Utf8Entry> names) {
        return names.stream().map(Utf8Entry::stringValue).sorted().toList().toString();
    }
}
