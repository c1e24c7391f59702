/** Who may work, by leases that a database keeps: what is the same whichever database that is. */
@NullMarked
package dev.signalbox.jdbc.lease;

import org.jspecify.annotations.NullMarked;
