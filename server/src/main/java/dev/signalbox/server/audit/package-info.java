/** Checks the program's libraries against a list of versions that are known to be vulnerable. */
@NullMarked
package dev.signalbox.server.audit;

import org.jspecify.annotations.NullMarked;
