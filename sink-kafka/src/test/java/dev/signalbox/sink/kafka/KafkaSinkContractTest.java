package dev.signalbox.sink.kafka;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.time.Clock;
import dev.signalbox.testkit.sink.SinkContract;
import dev.signalbox.testkit.sink.SinkFixture;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;

class KafkaSinkContractTest extends SinkContract {
    @Override
    protected SinkFixture fixture() throws Exception {
        return new Topic();
    }

    /** A topic with one partition, so that there is one order of arrival. */
    private static final class Topic implements SinkFixture {
        private final String topic = SharedKafkaBrokers.topic(1, Map.of());
        private final KafkaSink sink = sink(SharedKafkaBrokers.hasty(SharedKafkaBrokers.plain()));

        Topic() throws InterruptedException, ExecutionException {}

        private KafkaSink sink(KafkaClusterSettings cluster) {
            return new KafkaSink(new KafkaCluster(cluster, Clock.SYSTEM), KafkaSinkSettings.DEFAULTS.withTopic(topic));
        }

        @Override
        public Sink sink() {
            return sink;
        }

        @Override
        public Sink unreachable() {
            return sink(KafkaClusterSettings.of("nowhere", "host.invalid:9092"));
        }

        @Override
        public List<String> received() {
            return SharedKafkaBrokers.read(SharedKafkaBrokers.plain(), topic).stream()
                    .map(record -> new String(record.value(), StandardCharsets.UTF_8))
                    .map(text -> text.substring("{\"id\":\"".length(), text.length() - "\"}".length()))
                    .toList();
        }

        @Override
        public void hang() throws Exception {
            SharedKafkaBrokers.plain().suspend();
        }

        @Override
        public void resume() throws Exception {
            SharedKafkaBrokers.plain().resume();
        }

        @Override
        public Optional<Message> refused(String id) {
            return Optional.of(message(id, "refused", Payload.of(new byte[3 << 20])));
        }

        @Override
        public boolean sendsOneByOne() {
            return true;
        }

        @Override
        public void close() {
            sink.close();
        }
    }
}
