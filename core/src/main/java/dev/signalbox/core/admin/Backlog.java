package dev.signalbox.core.admin;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a relay that wait to be delivered.
 *
 * @param messages neither delivered nor dead-lettered
 * @param estimated whether the number is only an estimate
 * @param oldest the age of the oldest one, null if none waits
 * @param oldestEstimated whether an older one may exist, because not every row was read
 */
public record Backlog(
        long messages, boolean estimated, @Nullable Duration oldest, boolean oldestEstimated) {}
