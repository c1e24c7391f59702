package dev.signalbox.benchmarks.competitor;

import dev.signalbox.benchmarks.database.BenchServer;
import dev.signalbox.benchmarks.database.BenchTable;
import dev.signalbox.benchmarks.database.PostgresServer;
import dev.signalbox.benchmarks.report.Metric;
import dev.signalbox.benchmarks.report.Threshold;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.core.log.LogOrdering;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.embedded.process.OpenResources;
import dev.signalbox.postgres.connection.PostgresSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** PostgreSQL, with all configurations. */
record PostgresConfigurations() implements Database {
    @Override
    public String key() {
        return "postgresql";
    }

    @Override
    public String product() {
        return "PostgreSQL";
    }

    @Override
    public String urlPrefix() {
        return "jdbc:postgresql:";
    }

    @Override
    public String passwordVariable() {
        return "PGPASSWORD";
    }

    @Override
    public Optional<String> whyNotPrivate() {
        return Optional.empty();
    }

    @Override
    public BenchServer startIn(Path parent, OpenResources started) throws IOException, InterruptedException {
        return PostgresServer.startIn(parent, started);
    }

    @Override
    public BenchServer at(String url, String username, String password) {
        return new PostgresServer(PostgresSettings.of(url, username, password));
    }

    @Override
    public List<BenchConfiguration> configurations() {
        return List.of(
                new FlowCatalystTableConfiguration(BenchTable.SEED, ClaimMode.MARK, 0.8, new ClaimAndComplete()),
                new FlowCatalystTableConfiguration(BenchTable.SEED, ClaimMode.OWN, 1.8, new ClaimAndComplete()),
                new OwnTableConfiguration(
                        BenchTable.OWN,
                        new DeleteReturning(),
                        new ClaimAndComplete(),
                        Map.of(Destination.IN_PROCESS, 0.6, Destination.HTTP, 2.0, Destination.KAFKA, 0.8)),
                new EventOutboxConfiguration(new ReadAndPublish(), 0.8),
                log(LogOrdering.GLOBAL, Map.of(Destination.IN_PROCESS, 0.6, Destination.KAFKA, 0.8)),
                log(LogOrdering.GROUP, Map.of(Destination.HTTP, 3.0, Destination.KAFKA, 0.8)));
    }

    private static BenchConfiguration log(LogOrdering ordering, Map<Destination, Double> bars) {
        return new LogConfiguration(ordering, new OrderedRead(ordering), new ClaimAndComplete(), bars);
    }

    @Override
    public SteadyRate steady() {
        return new SteadyRate(
                1_000,
                Map.of(
                        Destination.IN_PROCESS,
                        Map.of(Metric.P50_MILLIS, Threshold.atMost(7), Metric.P99_MILLIS, Threshold.atMost(20)),
                        Destination.KAFKA,
                        Map.of(Metric.P99_MILLIS, Threshold.atMost(60))));
    }

    @Override
    public Map<String, String> notes() {
        return Map.of("not waiting for the disk", "the record of a claim by own and on our table; nothing else");
    }
}
