/** Everything that a database does for the platform. */
@NullMarked
package dev.signalbox.platform.store;

import org.jspecify.annotations.NullMarked;
