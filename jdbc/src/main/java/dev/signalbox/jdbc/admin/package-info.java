/** Administration of outbox tables in a SQL database: the part that all databases share. */
@NullMarked
package dev.signalbox.jdbc.admin;

import org.jspecify.annotations.NullMarked;
