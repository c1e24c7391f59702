/** Decides which node may work: incarnations, leases and the rules that keep them. */
@NullMarked
package dev.signalbox.core.coordination;

import org.jspecify.annotations.NullMarked;
