/** Which node may work on what, in collections of our own. */
@NullMarked
package dev.signalbox.mongodb.lease;

import org.jspecify.annotations.NullMarked;
