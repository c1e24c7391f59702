package dev.signalbox.mongodb.outbox;

import dev.signalbox.core.message.Suspicion;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Reads the suspicion of a message from its document. */
public final class SuspicionFields {
    static final int HELD = 1;
    static final int IN_FLIGHT = 2;

    private SuspicionFields() {}

    /** The suspicion in a document. */
    public static Suspicion in(BsonDocument document) {
        BsonValue suspect = document.get(OutboxFields.SUSPECT);
        if (suspect == null || !suspect.isDocument()) {
            return Suspicion.NONE;
        }
        int level = FieldValues.number(suspect.asDocument().get("level"));
        int crashes = FieldValues.number(suspect.asDocument().get("crashes"));
        return level == 0
                ? Suspicion.NONE
                : new Suspicion(level >= IN_FLIGHT ? Suspicion.Level.IN_FLIGHT : Suspicion.Level.HELD, crashes);
    }
}
