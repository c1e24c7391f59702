package dev.signalbox.benchmarks.workload;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.sink.Answer;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.sink.SinkLimits;
import dev.signalbox.sink.http.HttpSink;
import dev.signalbox.sink.http.HttpSinkSettings;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;

/** The real HTTP sink, together with the API that it posts to in batches of at most 100. */
final class LoopbackHttpSink implements Sink {
    private static final int BATCH = 100;

    private final HttpApi api;
    private final HttpSink sink;

    private LoopbackHttpSink(HttpApi api) {
        this.api = api;
        this.sink = new HttpSink(
                HttpSinkSettings.builder(api.endpoint()).maxMessages(BATCH).build(), InstantSource.system());
    }

    static LoopbackHttpSink open(Ledger ledger) throws IOException {
        return new LoopbackHttpSink(HttpApi.start(ledger));
    }

    @Override
    public SinkLimits limits() {
        return sink.limits();
    }

    @Override
    public Answer send(List<Message> batch) throws InterruptedException {
        return sink.send(batch);
    }

    @Override
    public void close() {
        sink.close();
        api.close();
    }
}
