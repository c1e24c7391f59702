package dev.signalbox.jdbc.schema;

import java.util.List;

/**
 * Something to add to a database.
 *
 * @param title what is done, in a few words
 * @param purpose why, in one sentence
 * @param table the table that it changes, quoted; empty if it changes none
 * @param statements what does it, without closing semicolons
 * @param grants what an administrator runs besides, who is not the role that the relay connects as
 * @param missingRights what this role lacks to do it
 */
public record SchemaStep(
        String title,
        String purpose,
        String table,
        Execution execution,
        List<String> statements,
        List<String> grants,
        List<String> missingRights) {

    /** How its statements are run. */
    public enum Execution {
        /** In one transaction, with a short wait for locks that is tried again, for all writers would wait behind it. */
        TRANSACTION,
        /** Each by itself and without a limit of time, for it makes nobody wait. */
        CONCURRENTLY
    }

    public SchemaStep {
        statements = List.copyOf(statements);
        grants = List.copyOf(grants);
        missingRights = List.copyOf(missingRights);
    }
}
