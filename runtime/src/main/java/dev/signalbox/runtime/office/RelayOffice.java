package dev.signalbox.runtime.office;

import dev.signalbox.core.operation.BulkAction;
import dev.signalbox.core.operation.MessageDetails;
import dev.signalbox.core.operation.MessageFilter;
import dev.signalbox.core.operation.MessagePage;
import dev.signalbox.core.operation.MessageQuery;
import dev.signalbox.core.operation.Reason;
import dev.signalbox.core.operation.RefusedException;
import dev.signalbox.core.operation.RelayStanding;
import dev.signalbox.core.source.SourceException;
import java.util.List;
import java.util.Optional;

/** Where an operator turns to about one relay. Whoever acts is named, for the log and the other operators. */
public interface RelayOffice {
    /** How the relay is, with what its database says about it. */
    RelayView view();

    RelayStanding.Pause pause(String by, String reason) throws SourceException, RefusedException;

    /** Ends a pause, and says whether there was one. */
    boolean resume(String by) throws SourceException, RefusedException;

    MessagePage page(MessageQuery query) throws SourceException;

    Optional<Explained> find(String id) throws SourceException, InterruptedException;

    /** Retries or discards one failed message, and says whether it was failed until then. */
    boolean act(String by, BulkAction.Kind kind, String id) throws SourceException, RefusedException;

    /** Retries or discards many failed messages. */
    BulkAction.Result actOnMany(String by, BulkAction.Kind kind, MessageFilter filter, int limit)
            throws SourceException, RefusedException;

    /** Looks what acting on many would do. */
    BulkAction.Result dryRun(MessageFilter filter, int limit) throws SourceException;

    /** What users of Catbox turn to, where the table is Catbox's. */
    Optional<EventOffice> events();

    /** A message, and why it is not delivered yet. */
    record Explained(MessageDetails message, List<Reason> why) {
        public Explained {
            why = List.copyOf(why);
        }
    }
}
