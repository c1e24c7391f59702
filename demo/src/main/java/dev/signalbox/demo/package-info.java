/** The one-command demo: a shop, the relay and a receiver on a database server of its own. */
@NullMarked
package dev.signalbox.demo;

import org.jspecify.annotations.NullMarked;
