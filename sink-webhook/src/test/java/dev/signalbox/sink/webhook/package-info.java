/** Tests of signed webhooks, against servers on the loopback address. */
@NullMarked
package dev.signalbox.sink.webhook;

import org.jspecify.annotations.NullMarked;
