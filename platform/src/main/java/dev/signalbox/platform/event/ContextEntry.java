package dev.signalbox.platform.event;

/** A searchable pair of an event. */
public record ContextEntry(String key, String value) {}
