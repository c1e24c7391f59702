/** Real database servers, started for a while and ended by their own process. */
@NullMarked
package dev.signalbox.testkit.server;

import org.jspecify.annotations.NullMarked;
