/** The configuration of event logs, their topics, publishers and feeds. */
@NullMarked
package dev.signalbox.runtime.config.log;

import org.jspecify.annotations.NullMarked;
