package dev.signalbox.sink.http;

import dev.signalbox.testkit.sink.SinkContract;
import dev.signalbox.testkit.sink.SinkFixture;

class EnvelopeContractTest extends SinkContract {
    @Override
    protected SinkFixture fixture() throws Exception {
        return HttpSinkContractTest.receiver(MessageFormat.ENVELOPE, "\"id\":\"([^\"]+)\",\"type\":");
    }
}
