/** The layouts of outbox tables that a configuration can name: one class for each, and the list of them. */
@NullMarked
package dev.signalbox.jdbc.layout;

import org.jspecify.annotations.NullMarked;
