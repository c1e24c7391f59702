/** Looks for an outbox in a database, and drafts the configuration for it. */
@NullMarked
package dev.signalbox.runtime.discovery;

import org.jspecify.annotations.NullMarked;
