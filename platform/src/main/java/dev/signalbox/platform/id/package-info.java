/** Ids of events, jobs and registry entries. */
@NullMarked
package dev.signalbox.platform.id;

import org.jspecify.annotations.NullMarked;
