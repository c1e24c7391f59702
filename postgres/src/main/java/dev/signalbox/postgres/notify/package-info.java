/** Wake-ups: notifications by PostgreSQL that a table has new rows. */
@NullMarked
package dev.signalbox.postgres.notify;

import org.jspecify.annotations.NullMarked;
