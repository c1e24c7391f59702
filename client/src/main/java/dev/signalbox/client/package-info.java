/** The client API: record messages, and consume each message only once. */
@NullMarked
package dev.signalbox.client;

import org.jspecify.annotations.NullMarked;
