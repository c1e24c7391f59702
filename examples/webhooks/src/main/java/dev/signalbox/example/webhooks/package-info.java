/** A receiver of signed webhooks that verifies each request and processes it only once. */
@NullMarked
package dev.signalbox.example.webhooks;

import org.jspecify.annotations.NullMarked;
