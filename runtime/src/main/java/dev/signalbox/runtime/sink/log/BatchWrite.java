package dev.signalbox.runtime.sink.log;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink.Answer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/** The write of one batch, which can be withdrawn until it starts. */
final class BatchWrite implements Runnable {
    private final LineOutput output;
    private final List<Message> batch;
    private final boolean contents;
    private final BooleanSupplier late;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final CompletableFuture<Answer> answer = new CompletableFuture<>();

    /** @param late whether it is too late to start */
    BatchWrite(LineOutput output, List<Message> batch, boolean contents, BooleanSupplier late) {
        this.output = output;
        this.batch = batch;
        this.contents = contents;
        this.late = late;
    }

    /** Completes it with this outcome if nothing has been written. */
    void withdraw(Outcome outcome) {
        if (begun.compareAndSet(false, true)) {
            answer.complete(new Answer.Whole(outcome));
        }
    }

    Answer await(Duration deadline) throws InterruptedException {
        try {
            return answer.get(deadline.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            withdraw(new Outcome.Unavailable(output.name() + ": nothing could be written within " + deadline));
            return answer.getNow(new Answer.Whole(
                    new Outcome.Unknown(output.name() + ": the write did not end within " + deadline)));
        } catch (ExecutionException e) {
            throw new IllegalStateException(output.name() + ": lines could not be made", e.getCause());
        } finally {
            withdraw(Outcome.NOT_ATTEMPTED);
        }
    }

    @Override
    public void run() {
        if (late.getAsBoolean()) {
            withdraw(Outcome.NOT_ATTEMPTED);
        } else if (begun.compareAndSet(false, true)) {
            try {
                answer.complete(write());
            } catch (RuntimeException | Error e) {
                answer.completeExceptionally(e);
            }
        }
    }

    private Answer write() {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        List<Integer> ends = new ArrayList<>(batch.size());
        for (Message message : batch) {
            text.writeBytes((MessageLine.of(message, contents) + '\n').getBytes(StandardCharsets.UTF_8));
            ends.add(text.size());
        }
        ByteBuffer lines = ByteBuffer.wrap(text.toByteArray());
        try {
            output.write(lines);
            return Answer.DELIVERED;
        } catch (IOException e) {
            Outcome away = new Outcome.Unavailable(output.name() + ": cannot be written: " + e);
            return new Answer.Each(ends.stream()
                    .map(end -> end <= lines.position() ? Outcome.DELIVERED : away)
                    .toList());
        }
    }
}
