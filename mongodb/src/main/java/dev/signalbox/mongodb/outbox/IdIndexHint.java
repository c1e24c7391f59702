package dev.signalbox.mongodb.outbox;

import com.mongodb.client.model.DeleteOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.UpdateOptions;
import org.bson.conversions.Bson;

/**
 * Has documents that are named by their ids be found by them. The planner could also walk all that have the status, which
 * is right while there are few, and stays in use when there are many.
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
