package dev.signalbox.core.routing;

import java.time.Duration;

/**
 * Why nothing is sent to a cluster at the moment.
 *
 * @param retryAfter when to try again
 */
public record ClusterOutage(String reason, Duration retryAfter) {}
