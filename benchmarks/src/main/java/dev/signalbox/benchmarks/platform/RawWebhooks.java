package dev.signalbox.benchmarks.platform;

import dev.signalbox.benchmarks.process.ChildPrograms;
import dev.signalbox.embedded.process.ChildProcess;
import dev.signalbox.embedded.process.FreePort;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/**
 * The baseline of delivery: the same signed requests by the same HTTP client, from memory. They come from a process of their
 * own in a JVM like that of a node, so that both compete with receiver and benchmark alike.
 */
final class RawWebhooks implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(30);
    private static final Duration STOP = Duration.ofSeconds(10);

    private final int port = FreePort.find();
    private final ChildProcess process;

    /** Returns when it is ready. */
    RawWebhooks(PlatformBenchContext context, WebhookReceiver receiver, EventShape shape)
            throws IOException, InterruptedException {
        process = new ChildPrograms(context.folder().path())
                .sameJvm(
                        "raw-webhooks",
                        PlatformNode.HEAP,
                        Map.of(),
                        RawWebhookSender.class,
                        String.valueOf(port),
                        String.valueOf(receiver.port()),
                        String.valueOf(shape.types()),
                        String.valueOf(shape.groups()))
                .start();
        ChildPrograms.awaitOk(process, port, RawWebhookSender.READY, START);
    }

    /** Returns when all are answered. */
    void send(int jobs) throws IOException {
        try (HttpConnection connection = new HttpConnection(port, "")) {
            byte[] body = String.valueOf(jobs).getBytes(StandardCharsets.US_ASCII);
            PlatformClient.check("sending " + jobs, connection.send("POST", RawWebhookSender.SEND, body));
        }
    }

    /** The processor time that it has taken. */
    double cpuMicros() {
        return ChildPrograms.cpuMicros(process);
    }

    @Override
    public void close() {
        process.end(STOP);
    }
}
