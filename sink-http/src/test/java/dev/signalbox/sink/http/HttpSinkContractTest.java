package dev.signalbox.sink.http;

import dev.signalbox.core.sink.Sink;
import dev.signalbox.testkit.sink.HttpReceiver;
import dev.signalbox.testkit.sink.SinkContract;
import dev.signalbox.testkit.sink.SinkFixture;
import java.net.URI;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

class HttpSinkContractTest extends SinkContract {
    private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");

    @Override
    protected SinkFixture fixture() throws Exception {
        return new HttpReceiver(HttpSinkContractTest::sink, (_, body) -> ids(body), false);
    }

    private static Sink sink(int port) {
        return TestBatches.sink(TestBatches.hasty(URI.create("http://127.0.0.1:" + port + "/")));
    }

    private static List<String> ids(String body) {
        return ID.matcher(body)
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }
}
