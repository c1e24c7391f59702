package dev.signalbox.example.web;

/**
 * A problem with a member of a JSON object, or with a parameter.
 *
 * @param field its name
 * @param detail what it must be
 */
public record FieldFault(String field, String detail) {}
