package dev.signalbox.core.log;

import org.jspecify.annotations.Nullable;

/**
 * An event that was given up, with its reason. A later one for the same position replaces it.
 *
 * @param attempts how often it was sent, the last time included; 0 if it was too large to be read
 */
public record DeadLetter(long position, @Nullable String group, int attempts, String reason) {}
