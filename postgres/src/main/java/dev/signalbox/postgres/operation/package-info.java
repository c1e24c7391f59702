/** What an operator may ask of outbox tables on PostgreSQL, and of the schema beside them. */
@NullMarked
package dev.signalbox.postgres.operation;

import org.jspecify.annotations.NullMarked;
