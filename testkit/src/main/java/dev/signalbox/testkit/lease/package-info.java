/** What every coordinator that keeps its leases in a database has to pass, on a real server. */
@NullMarked
package dev.signalbox.testkit.lease;

import org.jspecify.annotations.NullMarked;
