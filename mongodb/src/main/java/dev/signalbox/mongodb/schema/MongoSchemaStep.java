package dev.signalbox.mongodb.schema;

import org.bson.BsonDocument;

/**
 * Something to add to a database.
 *
 * @param title what is done, in a few words
 * @param purpose why, in one sentence
 * @param command the database command that does it
 */
public record MongoSchemaStep(String title, String purpose, BsonDocument command) {
    /** What an administrator types into the shell. */
    public String statement() {
        return "db.runCommand(" + command.toJson() + ")";
    }
}
