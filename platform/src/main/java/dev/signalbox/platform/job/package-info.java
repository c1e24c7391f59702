/** Dispatch jobs and their attempts. */
@NullMarked
package dev.signalbox.platform.job;

import org.jspecify.annotations.NullMarked;
