package dev.signalbox.sink.http;

import dev.signalbox.testkit.sink.HttpReceiver;
import dev.signalbox.testkit.sink.SinkContract;
import dev.signalbox.testkit.sink.SinkFixture;
import java.net.URI;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

class HttpSinkContractTest extends SinkContract {
    @Override
    protected SinkFixture fixture() throws Exception {
        return receiver(MessageFormat.PAYLOAD, "\"id\":\"([^\"]+)\"");
    }

    /** @param id finds the ids of messages in a body */
    static SinkFixture receiver(MessageFormat format, String id) throws Exception {
        Pattern pattern = Pattern.compile(id);
        return new HttpReceiver(
                port -> TestBatches.sink(TestBatches.hasty(URI.create("http://127.0.0.1:" + port + "/"))
                        .withFormat(format)),
                (_, body) -> pattern.matcher(body)
                        .results()
                        .map((MatchResult match) -> match.group(1))
                        .toList(),
                false);
    }
}
