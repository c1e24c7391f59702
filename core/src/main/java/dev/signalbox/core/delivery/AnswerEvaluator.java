package dev.signalbox.core.delivery;

import dev.signalbox.core.delivery.RefusedMessages.Refusal;
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

    private final RefusedMessages refusedMessages;
    private long lastSuccess = Long.MIN_VALUE;
    private long lastSuccessSent = Long.MIN_VALUE;

    AnswerEvaluator(long outlet, OutletPolicy policy, DispatcherListener dispatcherListener) {
        this.outlet = outlet;
        this.policy = policy.retry();
        this.sizeOf = policy.sink().sizeOf();
        this.listener = dispatcherListener;
        this.circuit = new Circuit(policy.probes());
        this.mostRemembered = policy.limits().postponed();
        this.refusedMessages = new RefusedMessages(mostRemembered);
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
            Outcome outcome = messageOutcomes.get(away).outcome();
            if (batch.size() == 1 && !(outcome instanceof Outcome.Unknown)) {
                return List.of(refused(batch.getFirst(), outcome, inFlightBatch.probe(), now));
            }
            unavailable(outcome, inFlightBatch.probe(), now);
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

    /**
     * Decides on a single message that was answered as if the destination were unavailable. If the destination has taken
     * others since this happened to it before, the cause may be this message: it waits longer each time, and says nothing
     * about the destination any more, unless that asks for a pause. One that was a probe twice makes way for others, or it could keep
     * the circuit open alone.
     */
    private Verdict refused(Message message, Outcome outcome, boolean wasProbe, long now) {
        Refusal refusal = refusedMessages.refused(message.id(), wasProbe, lastSuccessSent, now);
        if (!refusal.isAlone() || circuit.isOpen() || outcome instanceof Outcome.Throttled) {
            unavailable(outcome, wasProbe, now);
        }
        if (refusal.isAlone()) {
            long next = circuit.isOpen() ? circuit.afterNextProbe(now) : now;
            return new Verdict.Postpone(Math.max(next, now + circuit.delayAfter(refusal.alone())));
        }
        return refusal.probes() > 1 ? Verdict.MAKE_WAY : Verdict.WAIT;
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

    /** Whether an attempt of this message has failed without being counted, and the destination may not be the cause. */
    boolean hasFailed(Message message) {
        return owesAnswer(message) || refusedMessages.isRefusedAlone(message.id());
    }

    /** Whether no message owes an answer or was refused. */
    boolean isEmpty() {
        return unanswered.isEmpty() && refusedMessages.isEmpty();
    }

    void settled(Message message) {
        if (!unanswered.isEmpty()) {
            unanswered.remove(message.id());
        }
        refusedMessages.remove(message.id());
    }
}
