package dev.signalbox.mongodb.outbox;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.mongodb.lease.MongoLeaseFence;
import java.util.List;

/** Records that suspects are about to be sent, so that a crash counts against them. */
final class MarkSuspectDocuments {
    private final OutboxCollection outbox;
    private final MongoLeaseFence fence;

    MarkSuspectDocuments(OutboxCollection outbox, MongoLeaseFence fence) {
        this.outbox = outbox;
        this.fence = fence;
    }

    boolean mark(Incarnation owner, List<String> ids) throws SourceException {
        if (!fence.isLive(owner)) {
            return false;
        }
        outbox.run(
                "mark suspects in flight",
                documents -> documents.updateMany(
                        Filters.and(
                                Filters.in(OutboxFields.ID, MessageIds.candidates(ids)),
                                Filters.exists(OutboxFields.SUSPECT_LEVEL)),
                        Updates.set(OutboxFields.SUSPECT_IN_FLIGHT, true)));
        return fence.isLive(owner);
    }
}
