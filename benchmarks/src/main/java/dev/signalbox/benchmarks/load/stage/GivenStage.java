package dev.signalbox.benchmarks.load.stage;

import dev.signalbox.benchmarks.load.traffic.OrderBook;
import dev.signalbox.benchmarks.load.verify.OrderLedger;
import dev.signalbox.benchmarks.load.verify.Sums;
import dev.signalbox.benchmarks.load.verify.ToldSums;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Programs that are there already. They are only spoken to as their users do. */
public final class GivenStage implements Stage {
    private static final Duration CONNECT = Duration.ofSeconds(5);

    private final URI service;
    private final Optional<URI> consumer;
    private final Optional<String> kafka;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(CONNECT).build();

    public GivenStage(URI service, Optional<URI> consumer, Optional<String> kafka) {
        this.service = service;
        this.consumer = consumer;
        this.kafka = kafka;
    }

    @Override
    public URI service() {
        return service;
    }

    @Override
    public Optional<String> kafka() {
        return kafka;
    }

    @Override
    public Optional<Probe> probe() {
        return Optional.empty();
    }

    @Override
    public Optional<Sums> sums(OrderLedger ledger, OrderBook orders) {
        return consumer.map(address -> new ToldSums(ledger, orders, address, http));
    }

    @Override
    public Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("order-service", service.toString());
        facts.put("Kafka", kafka.orElse("not looked at"));
        facts.put("consumer", consumer.map(URI::toString).orElse("not looked at"));
        return facts;
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
