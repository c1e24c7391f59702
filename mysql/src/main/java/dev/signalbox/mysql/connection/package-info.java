/** How Signalbox connects to MySQL and MariaDB: a bounded pool, and connections that are never pooled. */
@NullMarked
package dev.signalbox.mysql.connection;

import org.jspecify.annotations.NullMarked;
