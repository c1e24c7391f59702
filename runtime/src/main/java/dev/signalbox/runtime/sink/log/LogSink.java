package dev.signalbox.runtime.sink.log;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/**
 * Writes each message as a line. One thread writes, so that lines of concurrent calls do not mix and a call can stop
 * waiting for an output that hangs.
 */
final class LogSink implements Sink {
    /**
     * The settings of the sink.
     *
     * @param contents whether payloads and headers are shown
     * @param deadline the longest time that one call takes
     */
    record Settings(SinkLimits limits, boolean contents, Duration deadline) {}

    private final LineOutput output;
    private final Settings settings;
    private final Clock clock;
    private final Set<BatchWrite> underWay = ConcurrentHashMap.newKeySet();
    private final ExecutorService writer = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("signalbox-log-sink").factory());

    LogSink(LineOutput output, Settings settings, Clock clock) {
        this.output = output;
        this.settings = settings;
        this.clock = clock;
    }

    @Override
    public SinkLimits limits() {
        return settings.limits();
    }

    @Override
    public Answer send(List<Message> batch, long notAfter) throws InterruptedException {
        if (batch.isEmpty()) {
            return Answer.DELIVERED;
        }
        BatchWrite write = new BatchWrite(output, batch, settings.contents(), () -> clock.leaseNanos() >= notAfter);
        underWay.add(write);
        try {
            writer.execute(write);
            return write.await(settings.deadline());
        } catch (RejectedExecutionException e) {
            return new Answer.Whole(new Outcome.Unavailable(output.name() + ": the sink is closed"));
        } finally {
            underWay.remove(write);
        }
    }

    @Override
    public void abandon() {
        underWay.forEach(write -> write.withdraw(Outcome.NOT_ATTEMPTED));
    }

    @Override
    public void close() {
        writer.shutdown();
        underWay.forEach(write -> write.withdraw(new Outcome.Unavailable(output.name() + ": the sink is closed")));
        output.close();
    }
}
