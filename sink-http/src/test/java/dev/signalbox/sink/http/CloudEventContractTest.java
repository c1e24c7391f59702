package dev.signalbox.sink.http;

import dev.signalbox.testkit.sink.SinkContract;
import dev.signalbox.testkit.sink.SinkFixture;

class CloudEventContractTest extends SinkContract {
    @Override
    protected SinkFixture fixture() throws Exception {
        return HttpSinkContractTest.receiver(
                new CloudEventFormat("/shop", "application/json"), "\"id\":\"([^\"]+)\",\"source\":");
    }
}
