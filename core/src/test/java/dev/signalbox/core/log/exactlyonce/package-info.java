/** Tests of exactly-once delivery. */
@NullMarked
package dev.signalbox.core.log.exactlyonce;

import org.jspecify.annotations.NullMarked;
