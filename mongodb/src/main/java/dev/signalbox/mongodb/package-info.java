/** Outbox collections on MongoDB: claims, leases, wake-ups, operators' actions and the inspection of a database. */
@NullMarked
package dev.signalbox.mongodb;

import org.jspecify.annotations.NullMarked;
