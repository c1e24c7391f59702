/** Which build of the program this is. */
@NullMarked
package dev.signalbox.server.version;

import org.jspecify.annotations.NullMarked;
