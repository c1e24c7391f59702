/** Administration of outbox tables and of the side schema on PostgreSQL. */
@NullMarked
package dev.signalbox.postgres.admin;

import org.jspecify.annotations.NullMarked;
