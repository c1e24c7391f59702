package dev.signalbox.core.routing.sink;

import dev.signalbox.core.diagnostics.OutOfMemory;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.sink.Sink.Answer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Sends a part of a batch to one cluster, on a thread of its own, so that no other cluster waits for its answer. */
final class ClusterSend {
    /** Called when the cluster has answered. */
    interface AnswerListener {
        /** @param tooLate whether the sender has stopped waiting */
        void arrived(ClusterSend clusterSend, List<Outcome> outcomes, boolean tooLate);
    }

    private final String cluster;
    private final Sink sink;
    private final List<Message> messages;
    private final long notAfter;
    private final AnswerListener answerListener;
    private final CountDownLatch done = new CountDownLatch(1);
    private @Nullable List<Outcome> outcomes;
    private boolean left;
    private @Nullable Thread thread;

    ClusterSend(String cluster, Sink sink, List<Message> messages, long notAfter, AnswerListener answerListener) {
        this.cluster = cluster;
        this.sink = sink;
        this.messages = messages;
        this.notAfter = notAfter;
        this.answerListener = answerListener;
    }

    String cluster() {
        return cluster;
    }

    List<Message> messages() {
        return messages;
    }

    synchronized void start(String relay) {
        thread = Thread.ofVirtual().name("relay-" + relay + "-to-" + cluster).start(this::run);
    }

    private void run() {
        List<Outcome> answer = answer();
        boolean tooLate;
        synchronized (this) {
            outcomes = answer;
            tooLate = left;
        }
        try {
            answerListener.arrived(this, answer, tooLate);
        } finally {
            done.countDown();
        }
    }

    private List<Outcome> answer() {
        try {
            return each(Answer.forBatchOf(messages.size(), sink.send(messages, notAfter)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return all(new Outcome.Unknown("interrupted while sending"));
        } catch (Throwable e) {
            OutOfMemory.report(e);
            // An error is an answer too: without one the messages would be awaited forever.
            return all(new Outcome.Failed("the sink failed: " + e));
        }
    }

    private List<Outcome> each(Answer.Mixed answer) {
        List<Outcome> each = new ArrayList<>(messages.size());
        answer.known().forEach(known -> each.add(known == null ? answer.rest() : known));
        return each;
    }

    private List<Outcome> all(Outcome outcome) {
        return Collections.nCopies(messages.size(), outcome);
    }

    /** The answer, or null if there is none in time: then the listener handles it as a late one. */
    @Nullable
    List<Outcome> await(long nanos) throws InterruptedException {
        if (done.await(nanos, TimeUnit.NANOSECONDS)) {
            synchronized (this) {
                return outcomes;
            }
        }
        synchronized (this) {
            // It may have come in between: then it was handled as an answer in time, and is waited for.
            if (outcomes == null) {
                left = true;
                return null;
            }
            return outcomes;
        }
    }

    synchronized void giveUp() {
        left = true;
        if (thread != null) {
            thread.interrupt();
        }
    }
}
