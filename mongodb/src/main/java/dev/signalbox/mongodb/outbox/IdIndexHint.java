package dev.signalbox.mongodb.outbox;

import com.mongodb.client.model.DeleteOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.UpdateOptions;
import org.bson.conversions.Bson;

/**
 * Makes the server use the index on the id. The planner might scan the index by status instead, which is fast while few
 * documents match, and keep that plan when many do.
 */
final class IdIndexHint {
    static final Bson INDEX = Indexes.ascending(OutboxFields.ID);

    private IdIndexHint() {}

    static UpdateOptions update() {
        return new UpdateOptions().hint(INDEX);
    }

    static DeleteOptions delete() {
        return new DeleteOptions().hint(INDEX);
    }
}
