package dev.signalbox.platform.input;

import org.jspecify.annotations.Nullable;

/**
 * What is wrong with one field.
 *
 * @param index the place of the item in a batch; null if the body is a single item
 * @param field the name of the field, such as {@code contextData[2].key}; empty for the item as a whole
 */
public record FieldError(@Nullable Integer index, String field, String message) {}
