/** What travels: messages, their payloads and the lanes that order them. */
@NullMarked
package dev.signalbox.core.message;

import org.jspecify.annotations.NullMarked;
