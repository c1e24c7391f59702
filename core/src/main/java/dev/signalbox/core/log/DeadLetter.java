package dev.signalbox.core.log;

import org.jspecify.annotations.Nullable;

/** An event that was given up; its attempts include the last one, and are 0 if it was too large to be read. */
public record DeadLetter(long position, @Nullable String group, int attempts, String reason) {}
