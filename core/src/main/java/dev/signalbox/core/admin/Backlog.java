package dev.signalbox.core.admin;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How much waits to be delivered.
 *
 * @param messages that are neither delivered nor given up
 * @param estimated whether the number is only an estimate
 * @param oldest the age of the oldest of them, null if there is none
 * @param oldestEstimated whether there may be an older one, for not all of them were looked at
 */
public record Backlog(
        long messages, boolean estimated, @Nullable Duration oldest, boolean oldestEstimated) {}
