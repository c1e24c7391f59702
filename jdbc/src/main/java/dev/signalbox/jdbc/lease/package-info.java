/** Leases in a SQL database: the part that all databases share. */
@NullMarked
package dev.signalbox.jdbc.lease;

import org.jspecify.annotations.NullMarked;
