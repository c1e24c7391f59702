package dev.signalbox.runtime.sink;

import dev.signalbox.core.time.Clock;
import java.time.Duration;

/**
 * What a sink needs from the program that opens it.
 *
 * @param shortestLease the shortest time after which another node may take over deliveries to the sink
 */
public record SinkEnvironment(Clock clock, Duration shortestLease) {}
