package dev.signalbox.core.delivery;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Suspicion;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Sends the batches that limits, permits, the circuits and suspects in flight allow, one outlet after the other. */
final class BatchSender {
    private final DispatcherSettings settings;
    private final Permits permits;
    private final Outlets outlets;
    private final OutletRing ring;
    private final StartQueues starts;
    private final SuspectTrial trial;
    private final InFlightBatches inFlightBatches = new InFlightBatches();
    private final DispatcherListener listener;
    private boolean waitsForPermit;
    /** The last outlet whose oldest message is a suspect, in this round. */
    private @Nullable Outlet asksForTurn;

    /** What may be sent next. */
    private enum Choice {
        /** Nothing of any outlet. */
        NOTHING,
        /** Nothing of this outlet: it has suspects only. */
        NOTHING_HERE,
        ORDINARY,
        SUSPECTS
    }

    BatchSender(
            DispatcherSettings settings,
            Permits permits,
            Outlets outlets,
            SuspectTrial trial,
            DispatcherListener listener) {
        this.settings = settings;
        this.permits = permits;
        this.outlets = outlets;
        this.ring = outlets.ring();
        this.starts = outlets.starts();
        this.trial = trial;
        this.listener = listener;
    }

    InFlightBatches inFlightBatches() {
        return inFlightBatches;
    }

    /** @param allowed whether the relay runs and trusts its lease */
    void send(Incarnation me, boolean allowed, long trustedUntil, long now, Consumer<Command> out) {
        waitsForPermit = false;
        asksForTurn = null;
        ring.retrySetAside();
        boolean goesOn = allowed;
        while (goesOn) {
            Outlet outlet = firstThatMaySend(now);
            goesOn = outlet != null && sendOne(me, outlet, trustedUntil, now, out);
        }
        if (!waitsForPermit) {
            permits.wantNoMore();
        }
        if (!allowed || !needsTurn(now)) {
            trial.giveWay();
        }
    }

    private boolean needsTurn(long now) {
        Outlet outlet = asksForTurn;
        boolean asks = outlet != null
                && outlet.circuit().allowsRequest(now)
                && outlet.batcher().isNextSuspect();
        return asks || ring.hasSetAside();
    }

    private @Nullable Outlet firstThatMaySend(long now) {
        for (Outlet first = ring.first(); first != null; first = ring.first()) {
            if (outlets.maySend(first, now)) {
                return first;
            }
            ring.take(first);
            starts.stopsAsking(first);
            outlets.touch(first);
        }
        return null;
    }

    /** Sends a batch of the first outlet if possible, and returns whether another may follow, of this or another one. */
    private boolean sendOne(Incarnation me, Outlet first, long trustedUntil, long now, Consumer<Command> out) {
        outlets.touch(first);
        Choice choice = choose(first);
        if (choice == Choice.NOTHING) {
            return false;
        }
        if (choice == Choice.NOTHING_HERE) {
            ring.setAside(first);
            starts.stopsAsking(first);
            return true;
        }
        if (!starts.mayAsk(first)) {
            return true;
        }
        waitsForPermit = !permits.tryAcquire();
        if (waitsForPermit) {
            return false;
        }
        if (!starts.tryStart(first, now)) {
            permits.release();
            return true;
        }
        out.accept(depart(me, first, takeBatch(first, choice, now), trustedUntil));
        ring.offer(first, now);
        return true;
    }

    /**
     * When time alone lets the only outlet of a relay send a probe, or fetch one. Whatever delays a due probe ends with
     * an input: an answer, a permit, a record.
     */
    long nextProbe(Outlet only, boolean halted, long now, long nextFetch) {
        Batcher batcher = only.batcher();
        Circuit circuit = only.circuit();
        if (batcher.isEmpty()) {
            return Math.max(circuit.probeAt(), nextFetch);
        }
        if (halted || waitsForPermit) {
            return Long.MAX_VALUE;
        }
        if (trial.waits()) {
            return nextFetch;
        }
        if (trial.isAlone() || circuit.allowsRequest(now)) {
            return Long.MAX_VALUE;
        }
        boolean hasRoom = batcher.isNextSuspect() || inFlightBatches.requests() < settings.maxRequests();
        return hasRoom ? circuit.probeAt() : Long.MAX_VALUE;
    }

    private Choice choose(Outlet outlet) {
        Batcher batcher = outlet.batcher();
        if (trial.isAlone()) {
            return Choice.NOTHING;
        }
        int requests = inFlightBatches.requests();
        boolean hasRoom = requests < settings.maxRequests();
        if (batcher.isNextSuspect()) {
            asksForTurn = outlet;
        }
        if (batcher.isNextSuspect() && trial.tryTakeTurn()) {
            Message first = batcher.firstSuspect();
            if (first.suspicion().isAlone()) {
                return requests == 0 && trial.isEmpty() ? Choice.SUSPECTS : Choice.NOTHING;
            }
            if (hasRoom && trial.admits(first)) {
                return Choice.SUSPECTS;
            }
        }
        if (!hasRoom) {
            return Choice.NOTHING;
        }
        return batcher.hasOrdinary() ? Choice.ORDINARY : Choice.NOTHING_HERE;
    }

    private static InFlightBatch takeBatch(Outlet outlet, Choice choice, long now) {
        Circuit circuit = outlet.circuit();
        boolean probe = circuit.isOpen();
        if (probe) {
            circuit.probeStarted(now);
        }
        int atMost = probe ? 1 : Integer.MAX_VALUE;
        Batcher batcher = outlet.batcher();
        return InFlightBatch.of(
                choice == Choice.SUSPECTS ? batcher.nextSuspects(atMost) : batcher.next(atMost), probe, now);
    }

    private Command.Send depart(Incarnation me, Outlet outlet, InFlightBatch inFlightBatch, long trustedUntil) {
        List<Message> batch = inFlightBatch.batch();
        boolean alone = startsAlone(outlet, batch);
        long number = inFlightBatches.add(inFlightBatch);
        outlet.requestBegins();
        listener.count(RelayCounter.SENT, batch.size());
        boolean announced = outlet.policy().retry().announces()
                || batch.stream().anyMatch(message -> !message.suspicion().isNone());
        Command.Send send = new Command.Send(me, number, batch, trustedUntil, announced, alone);
        if (alone) {
            trial.departsAlone(send, inFlightBatch.sentAt());
        }
        return send;
    }

    /**
     * Whether nothing else of the process is in flight, and nothing else of the relay could be: then the next unclean end
     * counts as an attempt of this message.
     */
    private boolean startsAlone(Outlet outlet, List<Message> batch) {
        return batch.size() == 1
                && batch.getFirst().suspicion().level() == Suspicion.Level.MARKED
                && inFlightBatches.requests() == 0
                && trial.isEmpty()
                && (settings.maxRequests() == 1 || (outlet.batcher().isEmpty() && ring.isEmpty()))
                && permits.tryBeAlone();
    }
}
