/** The one-command demo: a shop, the relay and a receiver on an embedded PostgreSQL. */
@NullMarked
package dev.signalbox.demo;

import org.jspecify.annotations.NullMarked;
