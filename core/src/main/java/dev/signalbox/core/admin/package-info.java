/** Administration of a relay: its backlog, its messages, and why one is not delivered yet. */
@NullMarked
package dev.signalbox.core.admin;

import org.jspecify.annotations.NullMarked;
