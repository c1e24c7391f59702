/** Leases and shard ownership in side collections. */
@NullMarked
package dev.signalbox.mongodb.lease;

import org.jspecify.annotations.NullMarked;
