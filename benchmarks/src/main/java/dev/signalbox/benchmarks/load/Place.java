package dev.signalbox.benchmarks.load;

import dev.signalbox.benchmarks.load.stage.GivenStage;
import dev.signalbox.benchmarks.load.stage.OrdersJar;
import dev.signalbox.benchmarks.load.stage.OwnStage;
import dev.signalbox.benchmarks.load.stage.Stage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the load goes. */
final class Place {
    @Option(
            names = "--target",
            paramLabel = "URL",
            description = {
                "An order-service that is there already, such as http://127.0.0.1:8080. Its customers are new ones of"
                        + " this",
                "run; its orders stay there. Without this, everything is started on free ports, and removed at the end."
            })
    private @Nullable String target;

    @Option(
            names = "--kafka",
            paramLabel = "HOST:PORT",
            description = "With --target: where its events can be read. Without it they are not checked.")
    private @Nullable String kafka;

    @Option(
            names = "--consumer",
            paramLabel = "URL",
            description = "With --target: the consumer, to compare its sums. Without it they are not compared.")
    private @Nullable String consumer;

    @Option(
            names = "--allow-remote",
            description = {
                "A --target on another machine is meant. Load takes a service away from its users, so",
                "otherwise only addresses of this machine are taken."
            })
    private boolean allowRemote;

    @Option(
            names = "--orders",
            paramLabel = "FILE",
            description = "The packaged orders example, with its libraries beside it (default: that of this build).")
    private @Nullable Path orders;

    @Option(
            names = "--data",
            paramLabel = "FOLDER",
            description = "Where what is started has its files until the end (default: target/load).")
    private Path data = Path.of("target", "load");

    private @Nullable OrdersJar jar;
    private @Nullable GivenStage given;

    void check(Values values) {
        String address = target;
        if (address != null) {
            URI service = values.address("--target", address);
            checkThatItIsHere(service, values);
            given = new GivenStage(
                    service,
                    Optional.ofNullable(consumer).map(text -> values.address("--consumer", text)),
                    Optional.ofNullable(kafka));
            return;
        }
        if (kafka != null) {
            values.wrong("--kafka is for a service that --target names");
        }
        if (consumer != null) {
            values.wrong("--consumer is for a service that --target names");
        }
        if (allowRemote) {
            values.wrong("--allow-remote is for a service that --target names");
        }
        try {
            jar = OrdersJar.find(orders);
        } catch (IllegalArgumentException e) {
            values.wrong(String.valueOf(e.getMessage()));
        }
    }

    /** Whether events can be seen. */
    boolean seesEvents() {
        return target == null || kafka != null;
    }

    Stage open() throws IOException, SQLException, InterruptedException {
        GivenStage there = given;
        if (there != null) {
            return there;
        }
        if (jar == null) {
            throw new IllegalStateException("the options were not checked");
        }
        return OwnStage.start(data.toAbsolutePath(), jar);
    }

    /** What is about to happen. */
    String described() {
        return target == null
                ? "starting PostgreSQL, Kafka, order-service, consumer and Signalbox …"
                : "load on " + target;
    }

    private void checkThatItIsHere(URI service, Values values) {
        try {
            if (!allowRemote && !InetAddress.getByName(service.getHost()).isLoopbackAddress()) {
                values.wrong("--target '" + service + "' is not on this machine: say --allow-remote if you mean it");
            }
        } catch (UnknownHostException e) {
            values.wrong("--target '" + service + "': there is no host '" + service.getHost() + "'");
        }
    }
}
