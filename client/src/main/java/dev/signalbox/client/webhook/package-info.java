/** Verifies the signatures of webhooks. */
@NullMarked
package dev.signalbox.client.webhook;

import org.jspecify.annotations.NullMarked;
