package dev.signalbox.testkit.sink;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.sink.Sink.SinkLimits;
import dev.signalbox.core.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

class InMemorySinkTest extends SinkContract {
    private static InMemorySink inMemory() {
        return new InMemorySink(new SinkLimits(100, 1 << 20), Duration.ofMillis(300), Clock.SYSTEM);
    }

    @Override
    protected SinkFixture fixture() {
        InMemorySink sink = inMemory();
        sink.refuse(message -> message.id().startsWith("r-"));
        return new SinkFixture() {
            @Override
            public Sink sink() {
                return sink;
            }

            @Override
            public Sink unreachable() {
                InMemorySink away = inMemory();
                away.goAway();
                return away;
            }

            @Override
            public List<String> received() {
                return sink.received().stream().map(Message::id).toList();
            }

            @Override
            public void hang() {
                sink.hang();
            }

            @Override
            public void resume() {
                sink.resume();
            }

            @Override
            public Optional<Message> refused(String id) {
                return Optional.of(message("r", 1));
            }

            @Override
            public boolean sendsOneByOne() {
                return true;
            }

            @Override
            public void close() {
                sink.close();
            }
        };
    }
}
