package dev.signalbox.sink.webhook;

import dev.signalbox.core.sink.Sink;
import dev.signalbox.testkit.sink.HttpReceiver;
import dev.signalbox.testkit.sink.SinkContract;
import dev.signalbox.testkit.sink.SinkFixture;
import java.time.Duration;
import java.util.List;

class WebhookSinkContractTest extends SinkContract {
    @Override
    protected SinkFixture fixture() throws Exception {
        return new HttpReceiver(
                WebhookSinkContractTest::sink,
                (request, _) -> List.of(request.getRequestHeaders().getFirst(WebhookSignature.ID)),
                true);
    }

    private static Sink sink(int port) {
        return TestSinks.sink(TestSinks.settings("http://127.0.0.1:" + port + "/", Duration.ofMillis(900)));
    }
}
