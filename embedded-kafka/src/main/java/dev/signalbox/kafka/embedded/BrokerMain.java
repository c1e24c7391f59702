package dev.signalbox.kafka.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;

/**
 * The program of the broker's process: formats its folder on the first start, says {@link #READY}, and serves until it is
 * told to end or its standard input ends, which it does with the process that started it, however that one died.
 */
final class BrokerMain {
    static final String READY = "ready";

    private BrokerMain() {}

    public static void main(String[] arguments) {
        // Standard output is for one word; whatever libraries print goes into the log, as standard error does.
        PrintStream parent = System.out;
        System.setOut(System.err);
        Thread.ofPlatform().daemon().name("parent watch").start(() -> endWithParent(System.in));
        try {
            serve(Path.of(arguments[0]), parent);
        } catch (Throwable failure) {
            failure.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
    }

    private static void serve(Path file, PrintStream parent) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        format(file, Path.of(properties.getProperty("log.dirs")));
        KafkaRaftServer server = new KafkaRaftServer(KafkaConfig.fromProps(properties), Time.SYSTEM);
        Runtime.getRuntime().addShutdownHook(new Thread(server::shutdown, "end of broker"));
        server.startup();
        parent.println(READY);
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

    private static void endWithParent(InputStream lifeline) {
        try {
            lifeline.transferTo(PrintStream.nullOutputStream());
        } catch (IOException e) {
            System.err.println("the parent process cannot be watched: " + e);
        }
        Runtime.getRuntime().halt(2);
    }
}
