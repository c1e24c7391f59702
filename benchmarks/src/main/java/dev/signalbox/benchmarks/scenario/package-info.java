/** What is measured. */
@NullMarked
package dev.signalbox.benchmarks.scenario;

import org.jspecify.annotations.NullMarked;
