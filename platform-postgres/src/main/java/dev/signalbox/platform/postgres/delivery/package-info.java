/** How jobs leave the queue: which are read and claimed, and how verdicts, expiry and requests are recorded. */
@NullMarked
package dev.signalbox.platform.postgres.delivery;

import org.jspecify.annotations.NullMarked;
