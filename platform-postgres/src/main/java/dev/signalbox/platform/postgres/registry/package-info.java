/** Event types, subscriptions, pools and accounts in PostgreSQL. */
@NullMarked
package dev.signalbox.platform.postgres.registry;

import org.jspecify.annotations.NullMarked;
