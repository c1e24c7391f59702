package dev.signalbox.runtime.relays;

import dev.signalbox.core.admin.EventAdmin;
import dev.signalbox.core.admin.EventAdmin.EventPage;
import dev.signalbox.core.admin.EventAdmin.EventQuery;
import dev.signalbox.core.admin.MessageState;
import dev.signalbox.core.admin.OutboxAdmin;
import dev.signalbox.core.admin.OutboxAdmin.MessageDetails;
import dev.signalbox.core.admin.RefusedException;
import dev.signalbox.core.routing.sink.RoutedSink.DeliveryLedger;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.runtime.admin.CatboxEventsAdmin;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * The admin of the Catbox table of a relay that runs on this node.
 *
 * @param archive the table to which delivered messages move, if there is one
 * @param ledger the delivery ledger, if the relay has several clusters
 * @param acted receives each action of an operator: its kind, and a description
 */
record RunningCatboxEvents(
        OutboxAdmin admin,
        EventAdmin events,
        Optional<String> archive,
        Optional<DeliveryLedger> ledger,
        BiConsumer<String, String> acted)
        implements CatboxEventsAdmin {

    @Override
    public EventPage search(EventQuery query) throws SourceException, RefusedException {
        return events.search(query);
    }

    @Override
    public MarkUnsentResult markUnsent(String by, String id) throws SourceException {
        Optional<MessageDetails> found = admin.find(id);
        if (found.isEmpty()) {
            return MarkUnsentResult.UNKNOWN;
        }
        MessageState state = found.get().summary().state();
        return switch (state) {
            case PENDING -> MarkUnsentResult.PENDING;
            case PROCESSING -> MarkUnsentResult.IN_FLIGHT;
            case FAILED -> logged(by, id, "retry", admin.retry(List.of(id)));
            case COMPLETED -> logged(by, id, "replay", replay(id));
        };
    }

    /** Sending a message again sends it to all clusters. */
    private List<String> replay(String id) throws SourceException {
        if (ledger.isPresent()) {
            ledger.get().reset(List.of(id));
        }
        return events.replay(List.of(id));
    }

    /** The update checks the row's state again, and changes nothing if the state has changed. */
    private MarkUnsentResult logged(String by, String id, String action, List<String> done) {
        if (done.isEmpty()) {
            return MarkUnsentResult.ROW_LOCKED;
        }
        acted.accept(action, by + " had event " + id + " sent again");
        return MarkUnsentResult.MARKED;
    }
}
