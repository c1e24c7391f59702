package dev.signalbox.core.delivery;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Suspicion;
import java.util.List;
import java.util.function.Consumer;

/** Sends the batches that limits, permits, the circuit and suspects in flight allow. */
final class BatchSender {
    private final DispatcherSettings settings;
    private final Permits permits;
    private final Batcher batcher;
    private final SuspectTrial trial;
    private final Circuit circuit;
    private final InFlightBatches inFlightBatches = new InFlightBatches();
    private final DispatcherListener listener;
    private boolean waitsForPermit;

    /** What may be sent next. */
    private enum Choice {
        NOTHING,
        ORDINARY,
        SUSPECTS
    }

    BatchSender(
            DispatcherSettings settings,
            Permits permits,
            Lanes lanes,
            SuspectTrial trial,
            Circuit circuit,
            DispatcherListener listener) {
        this.settings = settings;
        this.permits = permits;
        this.batcher = lanes.batcher();
        this.trial = trial;
        this.circuit = circuit;
        this.listener = listener;
    }

    InFlightBatches inFlightBatches() {
        return inFlightBatches;
    }

    boolean waitsForPermit() {
        return waitsForPermit;
    }

    /** @param allowed whether the relay runs and trusts its lease */
    void send(Incarnation me, boolean allowed, long trustedUntil, long now, Consumer<Command> out) {
        waitsForPermit = false;
        while (allowed && circuit.allowsRequest(now)) {
            Choice choice = choose();
            if (choice == Choice.NOTHING) {
                break;
            }
            waitsForPermit = !permits.tryAcquire();
            if (waitsForPermit) {
                break;
            }
            out.accept(depart(me, takeBatch(choice, now), trustedUntil));
        }
        if (!waitsForPermit) {
            permits.wantNoMore();
        }
        if (!allowed || !circuit.allowsRequest(now) || !batcher.isNextSuspect()) {
            trial.giveWay();
        }
    }

    private Choice choose() {
        if (trial.isAlone()) {
            return Choice.NOTHING;
        }
        int requests = inFlightBatches.requests();
        boolean hasRoom = requests < settings.maxRequests();
        if (batcher.isNextSuspect() && trial.tryTakeTurn()) {
            Message first = batcher.firstSuspect();
            if (first.suspicion().isAlone()) {
                return requests == 0 && trial.isEmpty() ? Choice.SUSPECTS : Choice.NOTHING;
            }
            if (hasRoom && trial.admits(first)) {
                return Choice.SUSPECTS;
            }
        }
        return hasRoom && batcher.hasOrdinary() ? Choice.ORDINARY : Choice.NOTHING;
    }

    private InFlightBatch takeBatch(Choice choice, long now) {
        boolean probe = circuit.isOpen();
        if (probe) {
            circuit.probeStarted(now);
        }
        int atMost = probe ? 1 : Integer.MAX_VALUE;
        return InFlightBatch.of(
                choice == Choice.SUSPECTS ? batcher.nextSuspects(atMost) : batcher.next(atMost), probe, now);
    }

    private Command.Send depart(Incarnation me, InFlightBatch inFlightBatch, long trustedUntil) {
        List<Message> batch = inFlightBatch.batch();
        boolean alone = startsAlone(batch);
        long number = inFlightBatches.add(inFlightBatch);
        listener.count(RelayCounter.SENT, batch.size());
        boolean announced = settings.retry().announces()
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
    private boolean startsAlone(List<Message> batch) {
        return batch.size() == 1
                && batch.getFirst().suspicion().level() == Suspicion.Level.MARKED
                && inFlightBatches.requests() == 0
                && trial.isEmpty()
                && (batcher.isEmpty() || settings.maxRequests() == 1)
                && permits.tryBeAlone();
    }
}
