package dev.signalbox.jdbc.schema;

import java.util.List;

/**
 * A step that adds something to a database.
 *
 * @param title what it does, in a few words
 * @param purpose why, in one sentence
 * @param table the table that it changes, quoted; empty if it changes none
 * @param statements the statements, without closing semicolons
 * @param grants what an administrator runs in addition, if the relay connects as another role
 * @param missingRights the rights that the relay's role lacks for it
 */
public record SchemaStep(
        String title,
        String purpose,
        String table,
        Execution execution,
        List<String> statements,
        List<String> grants,
        List<String> missingRights) {

    /** How to run the statements. */
    public enum Execution {
        /** In one transaction with a short lock time-out and retries, because all writers wait behind it. */
        TRANSACTION,
        /** Each by itself and without a time limit, because it blocks no writers. */
        CONCURRENTLY,
        /** Never by Signalbox: an administrator decides. */
        BY_HAND
    }

    public SchemaStep {
        statements = List.copyOf(statements);
        grants = List.copyOf(grants);
        missingRights = List.copyOf(missingRights);
    }
}
