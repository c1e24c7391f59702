/** The contract of event logs, and random scenarios. */
@NullMarked
package dev.signalbox.testkit.log;

import org.jspecify.annotations.NullMarked;
