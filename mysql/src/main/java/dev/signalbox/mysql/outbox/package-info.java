/** Outbox tables on MySQL and MariaDB whose rows carry their state. */
@NullMarked
package dev.signalbox.mysql.outbox;

import org.jspecify.annotations.NullMarked;
