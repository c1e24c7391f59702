/** The configuration of the event platform: its database, its limits, and which targets its webhooks may have. */
@NullMarked
package dev.signalbox.runtime.config.platform;

import org.jspecify.annotations.NullMarked;
