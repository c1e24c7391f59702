/** Holds what is offered for deploying against the schemas of those who will read it, and against the program. */
@NullMarked
package dev.signalbox.deploy;

import org.jspecify.annotations.NullMarked;
