/** What an operator asks of a collection. */
@NullMarked
package dev.signalbox.mongodb.admin;

import org.jspecify.annotations.NullMarked;
