package dev.signalbox.benchmarks.workload;

import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.time.Clock;
import dev.signalbox.embedded.rabbitmq.LocalRabbit;
import dev.signalbox.sink.rabbitmq.BrokerAddress;
import dev.signalbox.sink.rabbitmq.RabbitBrokerSettings;
import dev.signalbox.sink.rabbitmq.RabbitLogin;
import dev.signalbox.sink.rabbitmq.RabbitSink;
import dev.signalbox.sink.rabbitmq.RabbitSinkSettings;
import dev.signalbox.sink.rabbitmq.RoutingKeyRule;
import java.io.IOException;
import java.util.List;

/** A queue of its own, what publishes to it, and a consumer that reads it. */
final class RabbitOutlet implements Outlet {
    private final RabbitBroker broker;
    private final String queue;
    private final Sink sink;
    private final QueueReader reader;

    private RabbitOutlet(RabbitBroker broker, String queue, Sink sink, QueueReader reader) {
        this.broker = broker;
        this.queue = queue;
        this.sink = sink;
        this.reader = reader;
    }

    static RabbitOutlet open(RabbitBroker broker, Client client, Reading reading, Ledger ledger, Clock clock)
            throws IOException, InterruptedException {
        String queue = broker.newQueue();
        Sink sink = switch (client) {
            case SIGNALBOX -> sink(broker.server(), queue, clock);
            case RAW -> new RawPublisher(broker, queue);
        };
        QueueReader reader = new QueueReader(broker, queue, ledger);
        if (reading == Reading.LIVE) {
            reader.start();
        }
        return new RabbitOutlet(broker, queue, sink, reader);
    }

    /** Signalbox's sink with its defaults, through the default exchange. */
    private static Sink sink(LocalRabbit server, String queue, Clock clock) {
        return new RabbitSink(
                RabbitBrokerSettings.of(
                        "bench",
                        List.of(new BrokerAddress(server.host(), server.port())),
                        new RabbitLogin(server.user(), server.password())),
                RabbitSinkSettings.of("").withRouting(RoutingKeyRule.template(queue)),
                clock);
    }

    @Override
    public Sink sink() {
        return sink;
    }

    @Override
    public void collect() throws InterruptedException {
        reader.readToTheEnd();
    }

    @Override
    public void close() {
        sink.close();
        reader.close();
        broker.remove(queue);
    }
}
