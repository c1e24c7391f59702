/** The layouts of outbox tables that a configuration can name: one class each, and their list. */
@NullMarked
package dev.signalbox.jdbc.layout;

import org.jspecify.annotations.NullMarked;
