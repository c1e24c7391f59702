package dev.signalbox.benchmarks.competitor;

import dev.signalbox.benchmarks.database.NodeDatabase;
import dev.signalbox.benchmarks.workload.Workload;
import dev.signalbox.core.message.Claim;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.routing.Route;
import dev.signalbox.core.routing.Routes;
import dev.signalbox.core.routing.TypePattern;
import dev.signalbox.core.routing.sink.RoutedSink;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Routes to two clusters: usual messages need only the first, those of the rare type only the second.
 *
 * @param state the state of the second cluster, for reports
 * @param second stays open
 */
public record TwoClusters(String state, Sink second) {
    /** Same as in the server. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    /**
     * Returns a sink to both clusters that already knows the state of the second: finding out takes a moment, once per
     * outage.
     */
    Sink route(NodeDatabase nodeDatabase, Sink first) throws InterruptedException {
        Routes routes = new Routes(Map.of(
                new TypePattern(Workload.TYPE),
                Route.to("first"),
                new TypePattern(Workload.RARE_TYPE),
                Route.to("second")));
        RoutedSink both = new RoutedSink(new RoutedSink.Components(
                nodeDatabase.identity(),
                routes,
                Map.of("first", first, "second", second),
                nodeDatabase.ledger(),
                Optional.empty(),
                PATIENCE,
                Clock.SYSTEM));
        var _ = both.send(List.of(probe()));
        return both;
    }

    private static Message probe() {
        return new Message(
                "probe",
                "probe",
                0,
                Workload.RARE_TYPE,
                Payload.of("{}"),
                0,
                Instant.EPOCH,
                new Claim(0, Instant.EPOCH),
                Suspicion.NONE);
    }

    /** Whether the message needs only the first cluster. */
    static boolean isUsual(Message message) {
        return message.type().equals(Workload.TYPE);
    }
}
