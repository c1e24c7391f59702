package dev.signalbox.sink.kafka;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.sink.Sink.Answer;
import dev.signalbox.core.time.Clock;
import dev.signalbox.embedded.kafka.BrokerOptions;
import dev.signalbox.embedded.kafka.LocalKafka;
import dev.signalbox.sink.kafka.KafkaClusterSettings.KafkaClients;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Compares the sink with a bare producer: run it alone, {@code KafkaSinkThroughput [RECORDS]}. */
final class KafkaSinkThroughput {
    private static final int CALLS = 4;
    private static final int BATCH = 500;
    private static final int GROUPS = 1_000;
    private static final int ROUNDS = 3;

    private KafkaSinkThroughput() {}

    public static void main(String[] arguments) throws Exception {
        int records = arguments.length == 0 ? 200_000 : Integer.parseInt(arguments[0]);
        try (LocalKafka kafka =
                LocalKafka.start(Files.createTempDirectory("kafka"), BrokerOptions.DEFAULTS.withHeapMegabytes(512))) {
            KafkaClusterSettings settings = KafkaClusterSettings.of("bench", kafka.bootstrapServers());
            for (int round = 1; round <= ROUNDS; round++) {
                kafka.createTopic("raw-" + round, 4, Map.of());
                kafka.createTopic("sink-" + round, 4, Map.of());
                report("raw producer", records, raw(settings, "raw-" + round, records));
                report("sink", records, sink(settings, "sink-" + round, records));
            }
        }
    }

    private static void report(String what, int records, Duration time) {
        System.out.printf("%-14s %,9.0f records/s%n", what, records * 1e9 / time.toNanos());
    }

    private static Duration raw(KafkaClusterSettings settings, String topic, int records) {
        byte[] payload = payload();
        try (var producer = new KafkaProducer<byte[], byte[]>(KafkaClients.complete(settings))) {
            var _ = producer.partitionsFor(topic);
            long begin = Clock.SYSTEM.nanos();
            for (int i = 0; i < records; i++) {
                byte[] key = ("group-" + i % GROUPS).getBytes(StandardCharsets.UTF_8);
                var _ = producer.send(new ProducerRecord<>(topic, key, payload));
            }
            producer.flush();
            return Duration.ofNanos(Clock.SYSTEM.nanos() - begin);
        }
    }

    private static Duration sink(KafkaClusterSettings settings, String topic, int records) throws Exception {
        KafkaCluster cluster = new KafkaCluster(settings, Clock.SYSTEM);
        try (KafkaSink sink = new KafkaSink(cluster, KafkaSinkSettings.DEFAULTS);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Boolean>> calls = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                int part = i;
                calls.add(() -> drain(sink, topic, part, records / CALLS));
            }
            long begin = Clock.SYSTEM.nanos();
            for (Future<Boolean> call : threads.invokeAll(calls)) {
                if (!call.get()) {
                    throw new IllegalStateException("not everything was delivered");
                }
            }
            return Duration.ofNanos(Clock.SYSTEM.nanos() - begin);
        }
    }

    /** Each part has its own groups, as a relay's batches do. */
    private static boolean drain(KafkaSink sink, String topic, int part, int records) throws InterruptedException {
        Payload payload = Payload.of(payload());
        boolean delivered = true;
        for (int from = 0; from < records; from += BATCH) {
            List<Message> batch = new ArrayList<>(BATCH);
            for (int i = from; i < Math.min(records, from + BATCH); i++) {
                String group = "group-" + part + "-" + i % (GROUPS / CALLS);
                batch.add(KafkaTestMessages.message(part + "/" + i, group, topic, payload));
            }
            delivered &= sink.send(batch).equals(Answer.DELIVERED);
        }
        return delivered;
    }

    /** 512 bytes that look like JSON. */
    private static byte[] payload() {
        StringBuilder text = new StringBuilder("{\"lines\":[");
        for (int i = 0; text.length() < 512; i++) {
            text.append("{\"sku\":\"A-").append(i * 7919).append("\"},");
        }
        return text.substring(0, 512).getBytes(StandardCharsets.UTF_8);
    }
}
