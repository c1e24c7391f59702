/** Signed webhooks to vetted addresses. */
@NullMarked
package dev.signalbox.sink.webhook;

import org.jspecify.annotations.NullMarked;
