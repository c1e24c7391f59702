package dev.signalbox.runtime.sink;

import dev.signalbox.core.time.Clock;
import java.time.Duration;

/**
 * What a sink needs to know of the program that opens it.
 *
 * @param shortestLease the shortest time after which another node may take over what goes to the sink
 */
public record SinkEnvironment(Clock clock, Duration shortestLease) {}
