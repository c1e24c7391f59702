/** Outbox collections and leases on MongoDB. */
@NullMarked
package dev.signalbox.mongodb;

import org.jspecify.annotations.NullMarked;
