/** Fixtures on real servers. */
@NullMarked
package dev.signalbox.testkit.server;

import org.jspecify.annotations.NullMarked;
