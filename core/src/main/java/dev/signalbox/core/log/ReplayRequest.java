package dev.signalbox.core.log;

import org.jspecify.annotations.Nullable;

/** An event that an operator wants to replay. */
public record ReplayRequest(long position, @Nullable String group) {}
