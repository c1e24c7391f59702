package dev.signalbox.platform.delivery;

import static dev.signalbox.platform.delivery.InMemoryDeliverySettings.request;
import static dev.signalbox.platform.delivery.InMemoryDeliverySettings.with;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.testkit.sink.HttpReceiver;
import dev.signalbox.testkit.sink.SinkContract;
import dev.signalbox.testkit.sink.SinkFixture;
import java.util.List;
import java.util.Optional;

class JobSinkContractTest extends SinkContract {
    @Override
    protected SinkFixture fixture() throws Exception {
        return new JobReceiver(new HttpReceiver(
                JobSinkContractTest::sink,
                (request, _) -> List.of(request.getRequestHeaders().getFirst(RequestHeaders.ID)),
                true));
    }

    /** The messages of the contract have the outlet 0. */
    private static Sink sink(int port) {
        SinkFixtures fixture = new SinkFixtures();
        fixture.settings.put(with(
                fixture.settings.subscription(0, "http://127.0.0.1:" + port + "/", SinkFixtures.SECRET),
                request(1, true, null)));
        fixture.registry.refresh();
        return fixture.sink;
    }

    /** Refuses a payload that was left in the database; data is JSON, because the platform has checked it. */
    private record JobReceiver(HttpReceiver receiver) implements SinkFixture {
        @Override
        public Sink sink() {
            return receiver.sink();
        }

        @Override
        public Sink unreachable() {
            return receiver.unreachable();
        }

        @Override
        public List<String> received() {
            return receiver.received();
        }

        @Override
        public void hang() {
            receiver.hang();
        }

        @Override
        public void resume() {
            receiver.resume();
        }

        @Override
        public Optional<Message> refused(String id) {
            return Optional.of(SinkContract.message(id, "refused", Payload.leftBehind(2_000_000)));
        }

        @Override
        public boolean sendsOneByOne() {
            return receiver.sendsOneByOne();
        }

        @Override
        public void close() {
            receiver.close();
        }
    }
}
