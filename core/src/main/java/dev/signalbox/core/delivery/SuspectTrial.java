package dev.signalbox.core.delivery;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.source.ClaimSource.SettleResult;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The suspects that a dispatcher has in flight, and its turn among the relays of the process.
 *
 * <p>A crash now counts against these suspects. So no more of them are in flight than each of them allows, and no other
 * relay of the process tries suspects: the turn is taken before the first is recorded as in flight, and ends when all
 * verdicts are recorded.
 */
final class SuspectTrial {
    /** A message that ends its process does so soon; the others of its relay need not wait for a slow destination. */
    private static final long LONGEST_ALONE = Duration.ofSeconds(1).toNanos();

    private final Permits permits;
    /** How many may be in flight together, by the id of each suspect that is or may be recorded as in flight. */
    private final Map<String, Integer> inFlight = new HashMap<>();

    /** The least of these numbers. */
    private int together = Integer.MAX_VALUE;

    private Turn turn = Turn.NONE;
    /** The send of the marked message that is the only one of the process in flight. */
    private Command.@Nullable Send aloneSend;

    private Company company = Company.UNRECORDED;
    /** When others may be sent although the only message has no answer yet. */
    private long aloneUntil;

    /** Whether the only message may get company: a death must not be charged to it then. */
    private enum Company {
        /** It is not recorded as alone yet; the end of it can't be recorded before. */
        UNRECORDED,
        POSSIBLE,
        /** The end of being alone is being recorded, or could not be: then its verdict is awaited. */
        EXPECTED
    }

    private enum Turn {
        NONE,
        /** Another relay of the process has the turn: everything but suspects is sent. */
        WAITS,
        TAKEN
    }

    SuspectTrial(Permits permits) {
        this.permits = permits;
    }

    boolean waits() {
        return turn == Turn.WAITS;
    }

    boolean isEmpty() {
        return inFlight.isEmpty();
    }

    /** Whether a suspect is in flight that nothing else may be in flight with. */
    boolean isAlone() {
        return together == 1;
    }

    boolean tryTakeTurn() {
        turn = permits.tryTakeTurn() ? Turn.TAKEN : Turn.WAITS;
        return turn == Turn.TAKEN;
    }

    /** Whether this suspect was sent and its verdict is not recorded yet, so that it may be sent again. */
    boolean contains(Message suspect) {
        return inFlight.containsKey(suspect.id());
    }

    /** Whether this suspect may be sent besides those in flight. */
    boolean admits(Message suspect) {
        return contains(suspect)
                || inFlight.size() < Math.min(together, suspect.suspicion().together());
    }

    void departs(Message suspect) {
        inFlight.put(suspect.id(), suspect.suspicion().together());
        together = Math.min(together, suspect.suspicion().together());
    }

    /** A marked message is sent with nothing else in flight, and recorded as such. */
    void departsAlone(Command.Send send, long now) {
        inFlight.put(onlyMessage(send), 1);
        together = 1;
        aloneSend = send;
        aloneUntil = now + LONGEST_ALONE;
        company = Company.UNRECORDED;
    }

    private static String onlyMessage(Command.Send send) {
        return send.batch().getFirst().id();
    }

    void recordedAlone(Command.Send send) {
        if (send.equals(aloneSend)) {
            company = Company.POSSIBLE;
        }
    }

    /** When the only message may get company; {@link Long#MAX_VALUE} if that does not depend on time. */
    long companyAt() {
        return aloneSend != null && company == Company.POSSIBLE ? aloneUntil : Long.MAX_VALUE;
    }

    /** The end of being alone, to be recorded because another relay wants to send, or the answer takes long; else empty. */
    Optional<Command> expectsCompany(long now) {
        Command.Send send = aloneSend;
        boolean wanted = now >= aloneUntil || permits.isAwaited();
        if (send == null || company != Company.POSSIBLE || !wanted) {
            return Optional.empty();
        }
        company = Company.EXPECTED;
        return Optional.of(new Command.EndAlone(send.owner(), send.number(), onlyMessage(send)));
    }

    /** It is recorded that this message is not alone any more, unless it was sent again since. */
    void getsCompany(Command.EndAlone end) {
        if (aloneSend != null && aloneSend.number() == end.number()) {
            inFlight.remove(end.id());
            update();
        }
    }

    /** A suspect that is neither recorded nor busy did not belong to this owner any more. */
    void settled(List<Settlement> settlements, SettleResult settleResult) {
        if (inFlight.isEmpty()) {
            return;
        }
        for (Settlement settlement : settlements) {
            String id = settlement.message().id();
            if (!settleResult.busy().contains(id)) {
                inFlight.remove(id);
            }
        }
        update();
    }

    private void update() {
        together = inFlight.values().stream().mapToInt(Integer::intValue).min().orElse(Integer.MAX_VALUE);
        if (aloneSend != null && !inFlight.containsKey(onlyMessage(aloneSend))) {
            aloneSend = null;
            permits.endAlone();
        }
        giveWay();
    }

    /** Returns the turn if it is not used now. */
    void giveWay() {
        if (inFlight.isEmpty() && turn != Turn.NONE) {
            turn = Turn.NONE;
            permits.endTurn();
        }
    }

    void end() {
        inFlight.clear();
        update();
    }
}
