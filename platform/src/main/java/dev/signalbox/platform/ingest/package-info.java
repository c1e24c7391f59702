/** From posted events to stored events and jobs. */
@NullMarked
package dev.signalbox.platform.ingest;

import org.jspecify.annotations.NullMarked;
