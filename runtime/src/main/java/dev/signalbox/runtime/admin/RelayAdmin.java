package dev.signalbox.runtime.admin;

import dev.signalbox.core.admin.BulkAction;
import dev.signalbox.core.admin.DeliveryExplanation;
import dev.signalbox.core.admin.OutboxAdmin.MessageDetails;
import dev.signalbox.core.admin.OutboxAdmin.MessageFilter;
import dev.signalbox.core.admin.OutboxAdmin.MessagePage;
import dev.signalbox.core.admin.OutboxAdmin.MessageQuery;
import dev.signalbox.core.admin.RefusedException;
import dev.signalbox.core.admin.RelayControl.RelayStatus;
import dev.signalbox.core.source.SourceException;
import java.util.List;
import java.util.Optional;

/** What an operator can do with one relay. Each action takes the operator's name, for the log output and other operators. */
public interface RelayAdmin {
    /** The state of the relay, including what its database records. */
    RelayView view();

    RelayStatus.Pause pause(String by, String reason) throws SourceException, RefusedException;

    /** Ends a pause; false if the relay was not paused. */
    boolean resume(String by) throws SourceException, RefusedException;

    MessagePage page(MessageQuery query) throws SourceException;

    Optional<ExplainedMessage> find(String id) throws SourceException, InterruptedException;

    /** Retries or discards one failed message; false if it is not failed. */
    boolean act(String by, BulkAction.Kind kind, String id) throws SourceException, RefusedException;

    /** Retries or discards many failed messages. */
    BulkAction.Result actOnMany(String by, BulkAction.Kind kind, MessageFilter filter, int limit)
            throws SourceException, RefusedException;

    /** Reports what {@link #actOnMany} would change, and changes nothing. */
    BulkAction.Result dryRun(MessageFilter filter, int limit) throws SourceException;

    /** The admin for users of Catbox's API, if the table is Catbox's. */
    Optional<CatboxEventsAdmin> events();

    /** A message, and why it is not delivered yet. */
    record ExplainedMessage(MessageDetails message, List<DeliveryExplanation> reasons) {
        public ExplainedMessage {
            reasons = List.copyOf(reasons);
        }
    }
}
