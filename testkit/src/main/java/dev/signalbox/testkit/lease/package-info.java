/** The contracts of coordinators that keep leases in a database, against real servers. */
@NullMarked
package dev.signalbox.testkit.lease;

import org.jspecify.annotations.NullMarked;
