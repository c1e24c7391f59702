package dev.signalbox.runtime.admin;

import dev.signalbox.core.admin.BulkAction;
import dev.signalbox.core.admin.DeliveryExplanation;
import dev.signalbox.core.admin.MessageDetails;
import dev.signalbox.core.admin.MessageFilter;
import dev.signalbox.core.admin.MessagePage;
import dev.signalbox.core.admin.MessageQuery;
import dev.signalbox.core.admin.RefusedException;
import dev.signalbox.core.admin.RelayStatus;
import dev.signalbox.core.source.SourceException;
import java.util.List;
import java.util.Optional;

/** Where an operator turns to about one relay. Whoever acts is named, for the log and the other operators. */
public interface RelayAdmin {
    /** How the relay is, with what its database says about it. */
    RelayView view();

    RelayStatus.Pause pause(String by, String reason) throws SourceException, RefusedException;

    /** Ends a pause, and says whether there was one. */
    boolean resume(String by) throws SourceException, RefusedException;

    MessagePage page(MessageQuery query) throws SourceException;

    Optional<ExplainedMessage> find(String id) throws SourceException, InterruptedException;

    /** Retries or discards one failed message, and says whether it was failed until then. */
    boolean act(String by, BulkAction.Kind kind, String id) throws SourceException, RefusedException;

    /** Retries or discards many failed messages. */
    BulkAction.Result actOnMany(String by, BulkAction.Kind kind, MessageFilter filter, int limit)
            throws SourceException, RefusedException;

    /** Looks what acting on many would do. */
    BulkAction.Result dryRun(MessageFilter filter, int limit) throws SourceException;

    /** What users of Catbox turn to, where the table is Catbox's. */
    Optional<CatboxEventsAdmin> events();

    /** A message, and why it is not delivered yet. */
    record ExplainedMessage(MessageDetails message, List<DeliveryExplanation> reasons) {
        public ExplainedMessage {
            reasons = List.copyOf(reasons);
        }
    }
}
