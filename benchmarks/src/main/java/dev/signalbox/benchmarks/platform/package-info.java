/**
 * {@code signalbox bench platform}: the event platform as a client sees it, over HTTP, beside raw loops over the same tables
 * and the same targets.
 */
@NullMarked
package dev.signalbox.benchmarks.platform;

import org.jspecify.annotations.NullMarked;
