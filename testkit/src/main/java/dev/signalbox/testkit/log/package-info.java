/** What every event log has to do, as a contract and as random stories. */
@NullMarked
package dev.signalbox.testkit.log;

import org.jspecify.annotations.NullMarked;
