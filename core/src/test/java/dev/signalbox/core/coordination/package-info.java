/** Tests of the lease, in virtual time. */
@NullMarked
package dev.signalbox.core.coordination;

import org.jspecify.annotations.NullMarked;
