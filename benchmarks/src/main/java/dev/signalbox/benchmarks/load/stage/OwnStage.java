package dev.signalbox.benchmarks.load.stage;

import dev.signalbox.benchmarks.load.traffic.OrderBook;
import dev.signalbox.benchmarks.load.verify.OrderLedger;
import dev.signalbox.benchmarks.load.verify.Sums;
import dev.signalbox.benchmarks.load.verify.TableSums;
import dev.signalbox.embedded.process.OpenResources;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** All of the example, started for one run on free ports of this machine. */
public final class OwnStage implements Stage {
    private final OpenResources belongings;
    private final OrdersDatabases databases;
    private final URI service;
    private final String kafka;
    private final Probe probe;

    OwnStage(OpenResources belongings, OrdersDatabases databases, URI service, String kafka, Probe probe) {
        this.belongings = belongings;
        this.databases = databases;
        this.service = service;
        this.kafka = kafka;
        this.probe = probe;
    }

    /** Starts it all, with its files in a new folder under this one until it is closed. */
    public static OwnStage start(Path parent, OrdersJar jar) throws IOException, SQLException, InterruptedException {
        OpenResources belongings = new OpenResources();
        boolean started = false;
        try {
            OwnStage stage = new StageBuilder(parent, jar, belongings).build();
            started = true;
            return stage;
        } finally {
            if (!started) {
                belongings.close();
            }
        }
    }

    @Override
    public URI service() {
        return service;
    }

    @Override
    public Optional<String> kafka() {
        return Optional.of(kafka);
    }

    @Override
    public Optional<Probe> probe() {
        return Optional.of(probe);
    }

    @Override
    public Optional<Sums> sums(OrderLedger ledger, OrderBook orders) {
        return Optional.of(new TableSums(
                () -> databases.connect(OrdersDatabases.ORDERS), () -> databases.connect(OrdersDatabases.SUMMARY)));
    }

    @Override
    public Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("order-service", "a process of its own, " + StageBuilder.APPLICATION_HEAP);
        facts.put("consumer", "a process of its own, " + StageBuilder.APPLICATION_HEAP);
        facts.put("Signalbox", "one node with the example's signalbox.yaml, in the JVM that serve has");
        facts.put("PostgreSQL", "private, fsync and synchronous_commit on");
        facts.put("Kafka", "private, one broker, topics with " + StageBuilder.PARTITIONS + " partitions");
        return facts;
    }

    @Override
    public void close() throws IOException {
        belongings.close();
    }
}
