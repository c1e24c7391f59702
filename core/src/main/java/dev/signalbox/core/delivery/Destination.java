package dev.signalbox.core.delivery;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.sink.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Judges answers: what each means for its message, and what all of them say about the destination. */
final class Destination {
    private static final int MAX_REMEMBERED = 10_000;

    private final RetryPolicy policy;
    private final Journal journal;
    private final Circuit circuit;
    /** Since when it is known that a message got no answer; bounded, the eldest is forgotten. */
    private final Map<String, Long> unanswered = new LinkedHashMap<>();

    private long lastSuccess = Long.MIN_VALUE;
    private long lastSuccessSent = Long.MIN_VALUE;

    Destination(RetryPolicy policy, Circuit.Patience patience, Journal journal) {
        this.policy = policy;
        this.journal = journal;
        this.circuit = new Circuit(patience);
    }

    Circuit circuit() {
        return circuit;
    }

    /** Decides about every message of the flight, in the order of its batch. */
    List<Verdict> judge(Flight flight, Answer answer, long now) {
        List<Message> batch = flight.batch();
        if (answer.equals(Answer.DELIVERED)) {
            works(true, flight, now);
            return Collections.nCopies(batch.size(), Verdict.COMPLETE);
        }
        List<Flight.Result> results = flight.results(answer);
        List<Verdict> verdicts = new ArrayList<>(batch.size());
        for (int i = 0; i < batch.size(); i++) {
            verdicts.add(decide(batch.get(i), results.get(i), flight.sentAt(), now));
        }
        int away = firstSignOfAbsence(results, verdicts);
        if (away >= 0) {
            unavailable(results.get(away).outcome(), flight.probe(), now);
        } else if (verdicts.stream().anyMatch(Destination::tellsOfDestination)) {
            works(verdicts.contains(Verdict.COMPLETE), flight, now);
        }
        return verdicts;
    }

    /** What is not sent again in any case says nothing by its verdict: a silence is taken for an outage then. */
    private int firstSignOfAbsence(List<Flight.Result> results, List<Verdict> verdicts) {
        for (int i = 0; i < results.size(); i++) {
            boolean silent = results.get(i).outcome() instanceof Outcome.Unknown;
            if (verdicts.get(i).equals(Verdict.WAIT) || (silent && policy.announces())) {
                return i;
            }
        }
        return -1;
    }

    private static boolean tellsOfDestination(Verdict verdict) {
        return !(verdict instanceof Verdict.Keep || verdict instanceof Verdict.Postpone);
    }

    private Verdict decide(Message message, Flight.Result result, long sentAt, long now) {
        RetryPolicy.Others others = result.outcome() instanceof Outcome.Unknown
                ? answersToOthers(message, sentAt, now)
                : RetryPolicy.Others.SILENT_TOO;
        var circumstances = new RetryPolicy.Circumstances(result.company(), result.bytes(), others);
        return policy.decide(message, result.outcome(), circumstances, now);
    }

    /**
     * Whether a silence is the message's fault. A destination that goes away leaves unanswered what was under way, although
     * it answered others until then. So only a request that was sent after a silence tells about it. While the circuit is
     * open a silence is the destination's.
     */
    private RetryPolicy.Others answersToOthers(Message message, long sentAt, long now) {
        Long silentSince = unanswered.put(message.id(), now);
        if (unanswered.size() > MAX_REMEMBERED) {
            unanswered.remove(unanswered.keySet().iterator().next());
        }
        if (circuit.isOpen()) {
            return RetryPolicy.Others.SILENT_TOO;
        }
        if (silentSince != null && lastSuccessSent > silentSince) {
            return RetryPolicy.Others.ANSWERED_BETWEEN;
        }
        return lastSuccess > sentAt ? RetryPolicy.Others.ANSWERED : RetryPolicy.Others.SILENT_TOO;
    }

    private void works(boolean delivered, Flight flight, long now) {
        if (delivered) {
            lastSuccess = now;
            lastSuccessSent = Math.max(lastSuccessSent, flight.sentAt());
        }
        if (circuit.working(flight.probe(), now)) {
            journal.circuitClosed();
        }
    }

    private void unavailable(Outcome outcome, boolean wasProbe, long now) {
        Duration retryAfter = outcome instanceof Outcome.Throttled throttled ? throttled.retryAfter() : null;
        if (circuit.unavailable(outcome.reason(), retryAfter, wasProbe, now)) {
            journal.circuitOpened(outcome.reason());
        }
    }

    /** Whether this message was sent and neither answered nor settled since. */
    boolean owesAnswer(Message message) {
        return unanswered.containsKey(message.id());
    }

    void settled(Message message) {
        unanswered.remove(message.id());
    }
}
