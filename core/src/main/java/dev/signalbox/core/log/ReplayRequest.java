package dev.signalbox.core.log;

import org.jspecify.annotations.Nullable;

/** An event that an operator wants to be tried again. */
public record ReplayRequest(long position, @Nullable String group) {}
