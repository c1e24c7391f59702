/** The program around the relays: its parts, who may administer it, and its exit codes. */
@NullMarked
package dev.signalbox.server.program;

import org.jspecify.annotations.NullMarked;
