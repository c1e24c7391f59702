/** Tests of the decisions, in virtual time. */
@NullMarked
package dev.signalbox.core.delivery;

import org.jspecify.annotations.NullMarked;
