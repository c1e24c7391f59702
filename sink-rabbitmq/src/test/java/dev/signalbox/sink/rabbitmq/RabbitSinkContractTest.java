package dev.signalbox.sink.rabbitmq;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.time.Clock;
import dev.signalbox.testkit.sink.SinkContract;
import dev.signalbox.testkit.sink.SinkFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

class RabbitSinkContractTest extends SinkContract {
    @Override
    protected SinkFixture fixture() {
        return new Queue();
    }

    /** A queue behind its own exchange. */
    private static final class Queue implements SinkFixture {
        private static final int LARGEST = 10_000;

        private final String name = SharedRabbitBroker.name("contract");
        private final List<String> received = new ArrayList<>();
        private final RabbitSink sink = sink(SharedRabbitBroker.rabbit().port());

        private RabbitSink sink(int port) {
            return new RabbitSink(
                    SharedRabbitBroker.hasty(port),
                    SharedRabbitBroker.declaring(name)
                            .withFormat(new RabbitSinkSettings.Format(RabbitSinkSettings.Body.PAYLOAD, false, LARGEST)),
                    Clock.SYSTEM);
        }

        @Override
        public Sink sink() {
            return sink;
        }

        @Override
        public Sink unreachable() {
            try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                return sink(taken.getLocalPort());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public List<String> received() throws Exception {
            received.addAll(SharedRabbitBroker.ids(name));
            return List.copyOf(received);
        }

        @Override
        public void hang() throws Exception {
            SharedRabbitBroker.rabbit().suspend();
        }

        @Override
        public void resume() throws Exception {
            SharedRabbitBroker.rabbit().resume();
        }

        @Override
        public Optional<Message> refused(String id) {
            return Optional.of(message(id, "refused", Payload.of(new byte[LARGEST + 1])));
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
