/** Tests of publishers. */
@NullMarked
package dev.signalbox.core.publisher;

import org.jspecify.annotations.NullMarked;
