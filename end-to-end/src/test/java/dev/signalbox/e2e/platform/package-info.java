/** Tests the event platform as its clients and receivers see it: HTTP in, signed webhooks out. */
@NullMarked
package dev.signalbox.e2e.platform;

import org.jspecify.annotations.NullMarked;
