package dev.signalbox.postgres.schema;

import dev.signalbox.postgres.log.LogTable;

/**
 * A log to check.
 *
 * @param name the configured name
 * @param own whether it is Signalbox's own log, which Signalbox may create
 */
public record LogSchemaTarget(String name, LogTable log, boolean own) {}
