package dev.signalbox.benchmarks.scenario;

import dev.signalbox.benchmarks.database.BenchServer;
import dev.signalbox.benchmarks.database.Operator;
import dev.signalbox.benchmarks.workload.Destinations;
import dev.signalbox.core.time.Clock;

/** Where and how scenarios are run. */
public record Arena(
        BenchServer server, Operator operator, Destinations destinations, Plan plan, Notebook notebook, Clock clock) {}
