package dev.signalbox.jdbc.admin;

import dev.signalbox.core.admin.MessageState;
import dev.signalbox.core.admin.OutboxAdmin.MessageDetails;
import dev.signalbox.core.admin.OutboxAdmin.MessageSummary;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.source.SourceException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds one message with everything that the database knows about it, and what holds it up in its group. */
public abstract class MessageFinder<K> {
    /** How much of a payload is shown. */
    public static final int SHOWN = 16_384;

    /**
     * A row before its group is read.
     *
     * @param key where the row is in its group
     */
    public record MessageRow<K>(
            MessageSummary summary,
            int shard,
            K key,
            MessageDetails.PayloadText payload,
            MessageDetails.@Nullable ClaimHolder claim,
            Suspicion suspicion) {}

    protected final OutboxAdminAccess access;
    protected final AdminRowReader reader;
    protected final OutboxSettings settings;

    protected MessageFinder(OutboxAdminAccess access, OutboxSettings settings) {
        this.access = access;
        this.reader = new AdminRowReader(access.dialect());
        this.settings = settings;
    }

    public final Optional<MessageDetails> find(String id) throws SourceException {
        Optional<MessageRow<K>> row;
        try {
            row = read(id);
        } catch (SourceException e) {
            if (access.kindOf(e) == AdminDialect.FailureKind.NO_SUCH_VALUE) {
                return Optional.empty();
            }
            throw e;
        }
        return row.isEmpty() ? Optional.empty() : Optional.of(complete(row.get()));
    }

    protected abstract Optional<MessageRow<K>> read(String id) throws SourceException;

    /** The rows that hold up this one: at most one dead letter, and the others in delivery order. */
    protected abstract List<MessageDetails.GroupMessage> blockers(String group, MessageRow<K> row)
            throws SourceException;

    private MessageDetails complete(MessageRow<K> row) throws SourceException {
        MessageSummary summary = row.summary();
        String group = summary.group();
        boolean waits = summary.state() == MessageState.PENDING && settings.ordering() != Ordering.NONE;
        MessageDetails.GroupMessage ahead = null;
        MessageDetails.GroupMessage deadLetter = null;
        for (MessageDetails.GroupMessage other :
                group != null && waits ? blockers(group, row) : List.<MessageDetails.GroupMessage>of()) {
            if (other.state() == MessageState.FAILED) {
                deadLetter = other;
            } else if (ahead == null) {
                ahead = other;
            }
        }
        return new MessageDetails(summary, row.shard(), row.payload(), row.claim(), row.suspicion(), ahead, deadLetter);
    }

    protected static MessageDetails.GroupMessage groupMessage(ResultSet row, MessageState state) throws SQLException {
        return new MessageDetails.GroupMessage(row.getString("id"), state, row.getString("error"));
    }
}
