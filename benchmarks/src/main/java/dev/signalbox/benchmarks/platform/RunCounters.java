package dev.signalbox.benchmarks.platform;

import dev.signalbox.benchmarks.report.Metric;
import dev.signalbox.core.time.Clock;
import java.sql.SQLException;
import java.util.Map;

/** The clock of one run, and the counters of its database; all begin with its creation. */
final class RunCounters {
    private final PlatformNode node;
    private final Map<Metric, Double> before;
    private final double cpuBefore;
    private final long begin;

    RunCounters(PlatformNode node) throws SQLException {
        this.node = node;
        this.before = node.database().counters();
        this.cpuBefore = node.cpuMicros();
        this.begin = Clock.SYSTEM.nanos();
    }

    /** What so many messages have cost until now; processor time is that of the node. */
    Map<Metric, Double> ofNode(int messages) throws SQLException {
        return ofNode(messages, Clock.SYSTEM.nanos());
    }

    /** @param end when the last message was handled */
    Map<Metric, Double> ofNode(int messages, long end) throws SQLException {
        Map<Metric, Double> metrics = ofLoop(messages, end);
        metrics.put(Metric.CPU_MICROS, (node.cpuMicros() - cpuBefore) / messages);
        metrics.put(Metric.MEMORY_MEGABYTES, node.mostMegabytes());
        return metrics;
    }

    /** The same for a loop in this process; processor time is that of this process. */
    Map<Metric, Double> ofLoop(int messages) throws SQLException {
        return ofLoop(messages, Clock.SYSTEM.nanos());
    }

    private Map<Metric, Double> ofLoop(int messages, long end) throws SQLException {
        double seconds = (end - begin) / 1e9;
        Map<Metric, Double> metrics = Metric.growth(before, node.database().counters(), messages);
        metrics.put(Metric.SECONDS, seconds);
        metrics.put(Metric.RATE, messages / seconds);
        return metrics;
    }
}
