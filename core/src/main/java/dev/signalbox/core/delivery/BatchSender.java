package dev.signalbox.core.delivery;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Message;
import java.util.List;
import java.util.function.Consumer;

/** Sends the batches that limits, permits, the circuit and an exclusive suspect allow. */
final class BatchSender {
    private final DispatcherSettings settings;
    private final Permits permits;
    private final Batcher batcher;
    private final ExclusiveSuspect exclusive;
    private final Circuit circuit;
    private final InFlightBatches inFlightBatches = new InFlightBatches();
    private final DispatcherListener listener;
    private boolean waitsForPermit;

    BatchSender(
            DispatcherSettings settings,
            Permits permits,
            Lanes lanes,
            ExclusiveSuspect exclusive,
            Circuit circuit,
            DispatcherListener listener) {
        this.settings = settings;
        this.permits = permits;
        this.batcher = lanes.batcher();
        this.exclusive = exclusive;
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
        while (allowed && isSending(now)) {
            boolean alone = batcher.isNextExclusive() && exclusive.tryTakeTurn();
            if (!hasRoomFor(alone)) {
                break;
            }
            waitsForPermit = !permits.tryAcquire();
            if (waitsForPermit) {
                break;
            }
            out.accept(depart(me, takeBatch(alone, now), trustedUntil));
        }
        if (!waitsForPermit) {
            permits.wantNoMore();
        }
        if (!allowed || !isSending(now) || !batcher.isNextExclusive()) {
            exclusive.giveWay();
        }
    }

    /** Whether something may be sent as soon as the messages in flight leave room for it. */
    private boolean isSending(long now) {
        return !exclusive.isOut() && circuit.allowsRequest(now);
    }

    private boolean hasRoomFor(boolean alone) {
        int requests = inFlightBatches.requests();
        return alone ? requests == 0 : batcher.hasOrdinary() && requests < settings.maxRequests();
    }

    private InFlightBatch takeBatch(boolean alone, long now) {
        boolean probe = circuit.isOpen();
        if (probe) {
            circuit.probeStarted(now);
        }
        InFlightBatch inFlightBatch = InFlightBatch.of(
                alone ? batcher.nextExclusive() : batcher.next(probe ? 1 : Integer.MAX_VALUE), probe, now);
        if (alone) {
            exclusive.departs(inFlightBatch.batch().getFirst().id());
        }
        return inFlightBatch;
    }

    private Command.Send depart(Incarnation me, InFlightBatch inFlightBatch, long trustedUntil) {
        List<Message> batch = inFlightBatch.batch();
        long number = inFlightBatches.add(inFlightBatch);
        listener.count(RelayCounter.SENT, batch.size());
        boolean suspect = batch.size() == 1 && !batch.getFirst().suspicion().isNone();
        boolean announced = suspect || settings.retry().announces();
        return new Command.Send(me, number, batch, trustedUntil, announced);
    }
}
