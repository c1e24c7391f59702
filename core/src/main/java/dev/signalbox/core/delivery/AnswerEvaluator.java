package dev.signalbox.core.delivery;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.sink.Sink.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** Decides what an answer means for each message, and what all answers say about the destination. */
final class AnswerEvaluator {
    private final long outlet;
    private final RetryPolicy policy;
    private final ToLongFunction<Message> sizeOf;
    private final DispatcherListener listener;
    private final Circuit circuit;
    private final int mostRemembered;
    /** When a message was first known to have no answer; bounded, the oldest entry is dropped. */
    private final Map<String, Long> unanswered = new LinkedHashMap<>();

    private long lastSuccess = Long.MIN_VALUE;
    private long lastSuccessSent = Long.MIN_VALUE;

    AnswerEvaluator(long outlet, OutletPolicy policy, DispatcherListener dispatcherListener) {
        this.outlet = outlet;
        this.policy = policy.retry();
        this.sizeOf = policy.sink().sizeOf();
        this.listener = dispatcherListener;
        this.circuit = new Circuit(policy.probes());
        this.mostRemembered = policy.limits().postponed();
    }

    Circuit circuit() {
        return circuit;
    }

    /** Decides on every message of the batch, in its order. */
    List<Verdict> judge(InFlightBatch inFlightBatch, Answer answer, long now) {
        List<Message> batch = inFlightBatch.batch();
        if (answer.equals(Answer.DELIVERED)) {
            works(true, inFlightBatch, now);
            return Collections.nCopies(batch.size(), Verdict.COMPLETE);
        }
        List<InFlightBatch.MessageOutcome> messageOutcomes = inFlightBatch.results(answer, sizeOf);
        List<Verdict> verdicts = new ArrayList<>(batch.size());
        for (int i = 0; i < batch.size(); i++) {
            verdicts.add(decide(batch.get(i), messageOutcomes.get(i), inFlightBatch.sentAt(), now));
        }
        int away = firstSignOfAbsence(messageOutcomes, verdicts);
        if (away >= 0) {
            unavailable(messageOutcomes.get(away).outcome(), inFlightBatch.probe(), now);
        } else if (isAnswered(messageOutcomes, verdicts)) {
            works(verdicts.contains(Verdict.COMPLETE), inFlightBatch, now);
        } else if (inFlightBatch.probe()) {
            circuit.probeNotMade(now);
        }
        return verdicts;
    }

    /** Where nothing is sent twice, a verdict says nothing about the destination: no answer counts as an outage. */
    private int firstSignOfAbsence(List<InFlightBatch.MessageOutcome> messageOutcomes, List<Verdict> verdicts) {
        for (int i = 0; i < messageOutcomes.size(); i++) {
            boolean silent = messageOutcomes.get(i).outcome() instanceof Outcome.Unknown;
            if (verdicts.get(i).equals(Verdict.WAIT) || (silent && policy.announces())) {
                return i;
            }
        }
        return -1;
    }

    /** Whether the destination has said something about at least one message. */
    private static boolean isAnswered(List<InFlightBatch.MessageOutcome> messageOutcomes, List<Verdict> verdicts) {
        for (int i = 0; i < verdicts.size(); i++) {
            boolean unsent = messageOutcomes.get(i).outcome() instanceof Outcome.Rejected rejected && rejected.unsent();
            boolean waits = verdicts.get(i) instanceof Verdict.Keep || verdicts.get(i) instanceof Verdict.Postpone;
            if (!unsent && !waits) {
                return true;
            }
        }
        return false;
    }

    private Verdict decide(Message message, InFlightBatch.MessageOutcome messageOutcome, long sentAt, long now) {
        RetryPolicy.OtherAnswers otherAnswers = messageOutcome.outcome() instanceof Outcome.Unknown
                ? answersToOthers(message, sentAt, now)
                : RetryPolicy.OtherAnswers.SILENT_TOO;
        var outcomeContext =
                new RetryPolicy.OutcomeContext(messageOutcome.company(), messageOutcome.bytes(), otherAnswers);
        return policy.decide(message, messageOutcome.outcome(), outcomeContext, now);
    }

    /**
     * Whether a missing answer is the message's fault. A destination that fails leaves requests unanswered that it
     * received after answering others. So only a request that was sent after the unanswered one proves something. While
     * the circuit is open a missing answer is the destination's fault.
     */
    private RetryPolicy.OtherAnswers answersToOthers(Message message, long sentAt, long now) {
        Long silentSince = unanswered.put(message.id(), now);
        if (unanswered.size() > mostRemembered) {
            unanswered.remove(unanswered.keySet().iterator().next());
        }
        if (circuit.isOpen()) {
            return RetryPolicy.OtherAnswers.SILENT_TOO;
        }
        if (silentSince != null && lastSuccessSent > silentSince) {
            return RetryPolicy.OtherAnswers.ANSWERED_BETWEEN;
        }
        return lastSuccess > sentAt ? RetryPolicy.OtherAnswers.ANSWERED : RetryPolicy.OtherAnswers.SILENT_TOO;
    }

    private void works(boolean delivered, InFlightBatch inFlightBatch, long now) {
        if (delivered) {
            lastSuccess = now;
            lastSuccessSent = Math.max(lastSuccessSent, inFlightBatch.sentAt());
        }
        if (circuit.working(inFlightBatch.probe(), now)) {
            listener.circuitClosed(outlet);
        }
    }

    private void unavailable(Outcome outcome, boolean wasProbe, long now) {
        Duration retryAfter = outcome instanceof Outcome.Throttled throttled ? throttled.retryAfter() : null;
        if (circuit.unavailable(outcome.reason(), retryAfter, wasProbe, now)) {
            listener.circuitOpened(outlet, outcome.reason());
        }
    }

    /** Whether this message was sent without an answer and is not settled since. */
    boolean owesAnswer(Message message) {
        return unanswered.containsKey(message.id());
    }

    /** Whether no message owes an answer. */
    boolean isEmpty() {
        return unanswered.isEmpty();
    }

    void settled(Message message) {
        if (!unanswered.isEmpty()) {
            unanswered.remove(message.id());
        }
    }
}
