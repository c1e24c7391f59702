/** Reads a log once for all feeds of a node that stand near each other. */
@NullMarked
package dev.signalbox.core.log.reader;

import org.jspecify.annotations.NullMarked;
