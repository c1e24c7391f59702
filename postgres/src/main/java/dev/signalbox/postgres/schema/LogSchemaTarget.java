package dev.signalbox.postgres.schema;

import dev.signalbox.postgres.log.LogTable;

/**
 * A log that is followed.
 *
 * @param name as it is configured
 * @param own whether it is Signalbox's own, which it may create
 */
public record LogSchemaTarget(String name, LogTable log, boolean own) {}
