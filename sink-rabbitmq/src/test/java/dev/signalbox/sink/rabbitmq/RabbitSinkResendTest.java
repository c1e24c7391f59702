package dev.signalbox.sink.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.time.Clock;
import dev.signalbox.testkit.fault.FreezingProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sends the remaining messages repeatedly, as a relay does, while failures occur. */
@Timeout(60)
class RabbitSinkResendTest {
    private static final int GROUPS = 20;
    private static final int EACH = 60;
    private static final int BATCH = 100;

    @Test
    void nothingIsLostAndFirstArrivalsAreInOrderWhateverHappens() throws Exception {
        long seed = System.nanoTime();
        System.out.println("seed of " + getClass().getSimpleName() + ": " + seed);
        Random random = new Random(seed);
        String name = SharedRabbitBroker.name("story");
        Map<String, List<Message>> left = new LinkedHashMap<>();
        for (int group = 0; group < GROUPS; group++) {
            left.put("g" + group, new ArrayList<>(RabbitTestMessages.batch("g" + group, "t", 0, EACH)));
        }
        Set<String> delivered = new HashSet<>();
        try (FreezingProxy proxy = new FreezingProxy(SharedRabbitBroker.rabbit().port());
                RabbitSink sink = new RabbitSink(
                        SharedRabbitBroker.hasty(proxy.port())
                                .withTimes(new RabbitTimeouts(
                                        Duration.ofSeconds(2), Duration.ofMillis(400), Duration.ofSeconds(5))),
                        SharedRabbitBroker.declaring(name),
                        Clock.SYSTEM)) {
            while (left.values().stream().anyMatch(rest -> !rest.isEmpty())) {
                int kind = random.nextInt(6);
                Thread trouble = Thread.ofVirtual().start(() -> trouble(kind, proxy, name));
                List<Message> batch = batch(left);
                List<Outcome> outcomes = RabbitTestMessages.send(sink, batch);
                trouble.join();
                for (int i = 0; i < batch.size(); i++) {
                    if (outcomes.get(i) instanceof Outcome.Delivered) {
                        delivered.add(batch.get(i).id());
                        left.getOrDefault(batch.get(i).group(), new ArrayList<>())
                                .remove(batch.get(i));
                    }
                }
            }
        }
        List<String> arrived = SharedRabbitBroker.ids(name);
        assertThat(new HashSet<>(arrived)).isEqualTo(delivered).hasSize(GROUPS * EACH);
        for (int group = 0; group < GROUPS; group++) {
            String prefix = "g" + group + "-";
            assertThat(arrived.stream().filter(id -> id.startsWith(prefix)).distinct())
                    .containsExactlyElementsOf(RabbitTestMessages.batch("g" + group, "t", 0, EACH).stream()
                            .map(Message::id)
                            .toList());
        }
    }

    private static List<Message> batch(Map<String, List<Message>> left) {
        List<Message> batch = new ArrayList<>();
        left.values().forEach(rest -> batch.addAll(rest.subList(0, Math.min(rest.size(), BATCH / GROUPS))));
        return batch;
    }

    private static void trouble(int kind, FreezingProxy proxy, String name) {
        try {
            switch (kind) {
                case 0 -> proxy.freezePresentOnes();
                case 1 -> SharedRabbitBroker.elsewhere(channel -> channel.queueUnbind(name, name, "#"));
                default -> {}
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
