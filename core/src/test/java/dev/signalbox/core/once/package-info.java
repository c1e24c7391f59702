/** Tests of what is noted of deliveries. */
@NullMarked
package dev.signalbox.core.once;

import org.jspecify.annotations.NullMarked;
