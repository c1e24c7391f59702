package dev.signalbox.runtime.relays;

import dev.signalbox.core.operation.EventDesk;
import dev.signalbox.core.operation.EventPage;
import dev.signalbox.core.operation.EventQuery;
import dev.signalbox.core.operation.MessageDetails;
import dev.signalbox.core.operation.MessageState;
import dev.signalbox.core.operation.OutboxDesk;
import dev.signalbox.core.operation.RefusedException;
import dev.signalbox.core.routing.DeliveryLedger;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.runtime.office.EventOffice;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Catbox's table of a relay that runs on this node. */
final class RunningEvents implements EventOffice {
    private final OutboxDesk desk;
    private final EventDesk events;
    private final Optional<String> archive;
    private final Optional<DeliveryLedger> ledger;
    private final BiConsumer<String, String> acted;

    /**
     * @param archive the table to which delivered messages move, if there is one
     * @param ledger which clusters have a message, where there are several
     * @param acted is told what an operator did: the kind of action, and what it was
     */
    RunningEvents(
            OutboxDesk desk,
            EventDesk events,
            Optional<String> archive,
            Optional<DeliveryLedger> ledger,
            BiConsumer<String, String> acted) {
        this.desk = desk;
        this.events = events;
        this.archive = archive;
        this.ledger = ledger;
        this.acted = acted;
    }

    @Override
    public EventPage search(EventQuery query) throws SourceException, RefusedException {
        return events.search(query);
    }

    @Override
    public Unsent markUnsent(String by, String id) throws SourceException {
        Optional<MessageDetails> found = desk.find(id);
        if (found.isEmpty()) {
            return Unsent.UNKNOWN;
        }
        MessageState state = found.get().summary().state();
        return switch (state) {
            case PENDING -> Unsent.WAITS;
            case PROCESSING -> Unsent.HELD;
            case FAILED -> told(by, id, "retry", desk.retry(List.of(id)));
            case COMPLETED -> told(by, id, "replay", replay(id));
        };
    }

    @Override
    public Optional<String> archive() {
        return archive;
    }

    /** Who asks for a message to be sent again asks for all clusters. */
    private List<String> replay(String id) throws SourceException {
        if (ledger.isPresent()) {
            ledger.get().forget(List.of(id));
        }
        return events.replay(List.of(id));
    }

    /** The row's condition is checked again where it is written: nothing is done if the state has changed since. */
    private Unsent told(String by, String id, String action, List<String> done) {
        if (done.isEmpty()) {
            return Unsent.BUSY;
        }
        acted.accept(action, by + " had event " + id + " sent again");
        return Unsent.MARKED;
    }
}
