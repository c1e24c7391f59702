package dev.signalbox.runtime.schema;

import dev.signalbox.jdbc.schema.SchemaStep;
import dev.signalbox.jdbc.schema.TableSchemaReport;
import dev.signalbox.jdbc.schema.TrialMode;
import dev.signalbox.runtime.database.FailureText;
import java.util.List;
import java.util.function.Consumer;

/** Inspects the tables of a source's relays and adds what they lack, with the same reports for every kind of database. */
public interface SourceSchema extends AutoCloseable {
    /**
     * Inspects without changing anything: one report for each relay and log.
     *
     * @param trial how to prove that tables of relays can be written to
     */
    List<TableSchemaReport> look(TrialMode trial) throws SchemaException;

    /** The missing parts, as a script for an administrator. */
    String script(List<TableSchemaReport> reports);

    /**
     * Runs all steps that can be run.
     *
     * @param progress receives one line for each step
     * @return why the other steps could not be run; empty if all are done
     */
    List<String> install(List<SchemaStep> schemaSteps, Consumer<String> progress) throws SchemaException;

    @Override
    void close();

    /** The database could not be queried. */
    final class SchemaException extends Exception {
        SchemaException(Exception cause) {
            super(FailureText.of(cause), cause);
        }
    }
}
