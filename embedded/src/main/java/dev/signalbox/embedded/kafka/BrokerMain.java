package dev.signalbox.embedded.kafka;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;

/** The broker's process: formats its folder on the first start, creates a file when ready, and serves. */
final class BrokerMain {
    private BrokerMain() {}

    /** @param arguments the settings file, and the file to create when the broker is ready */
    public static void main(String[] arguments) {
        try {
            serve(Path.of(arguments[0]), Path.of(arguments[1]));
        } catch (Throwable failure) {
            failure.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
    }

    private static void serve(Path file, Path ready) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        format(file, Path.of(properties.getProperty("log.dirs")));
        KafkaRaftServer server = new KafkaRaftServer(KafkaConfig.fromProps(properties), Time.SYSTEM);
        Runtime.getRuntime().addShutdownHook(new Thread(server::shutdown, "end of broker"));
        server.startup();
        Files.createFile(ready);
        server.awaitShutdown();
    }

    private static void format(Path file, Path data) {
        if (Files.exists(data.resolve("meta.properties"))) {
            return;
        }
        String[] arguments = {
            "format", "--cluster-id", Uuid.randomUuid().toString(), "--config", file.toString(), "--ignore-formatted"
        };
        if (StorageTool.execute(arguments, System.err) != 0) {
            throw new IllegalStateException("could not format " + data);
        }
    }
}
