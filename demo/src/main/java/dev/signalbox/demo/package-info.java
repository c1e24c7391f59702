/** The one-command demo: a shop, the relay and a receiver on a private database server. */
@NullMarked
package dev.signalbox.demo;

import org.jspecify.annotations.NullMarked;
