/** Operator actions on outbox collections and relays. */
@NullMarked
package dev.signalbox.mongodb.admin;

import org.jspecify.annotations.NullMarked;
