package dev.signalbox.runtime.relays;

import dev.signalbox.jdbc.schema.SchemaStep;
import dev.signalbox.jdbc.schema.TableSchemaReport;
import java.util.List;
import java.util.function.Consumer;

/** What the tables of a source's relays have and lack, and adding it, in the same words whichever database it is. */
public interface SourceSchema extends AutoCloseable {
    /** Looks, without changing anything: one report for each relay. */
    List<TableSchemaReport> look() throws SchemaException;

    /** What is missing, as a script for an administrator. */
    String script(List<TableSchemaReport> reports);

    /**
     * Carries out all steps that can be done.
     *
     * @param progress told what is being done, a line at a time
     * @return why others could not be, in words; empty if all is done
     */
    List<String> install(List<SchemaStep> schemaSteps, Consumer<String> progress) throws SchemaException;

    @Override
    void close();

    /** The database could not be asked. */
    final class SchemaException extends Exception {
        SchemaException(Exception cause) {
            super(FailureText.of(cause), cause);
        }
    }
}
