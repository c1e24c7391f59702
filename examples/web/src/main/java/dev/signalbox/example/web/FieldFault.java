package dev.signalbox.example.web;

/**
 * What is wrong with a member of a JSON object, or with a parameter.
 *
 * @param field its name
 * @param detail what it must be
 */
public record FieldFault(String field, String detail) {}
