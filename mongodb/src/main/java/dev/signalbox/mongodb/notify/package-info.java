/** Wake-ups by change streams. */
@NullMarked
package dev.signalbox.mongodb.notify;

import org.jspecify.annotations.NullMarked;
