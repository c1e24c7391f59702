package dev.signalbox.mongodb.schema;

import org.bson.BsonDocument;

/**
 * A step that adds something to a database.
 *
 * @param title what it does, in a few words
 * @param purpose why, in one sentence
 * @param command the database command that does it
 */
public record MongoSchemaStep(String title, String purpose, BsonDocument command) {
    /** The command for the MongoDB shell. */
    public String statement() {
        return "db.runCommand(" + command.toJson() + ")";
    }
}
