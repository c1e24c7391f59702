/** What an operator asks of a collection. */
@NullMarked
package dev.signalbox.mongodb.operation;

import org.jspecify.annotations.NullMarked;
