/** The command line. */
@NullMarked
package dev.signalbox.server.cli;

import org.jspecify.annotations.NullMarked;
