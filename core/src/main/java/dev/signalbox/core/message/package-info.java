/** Messages, their payloads and their claims. */
@NullMarked
package dev.signalbox.core.message;

import org.jspecify.annotations.NullMarked;
