/** Shared by all parts of the demo: the contract of a workload, its figures, and the final comparison. */
@NullMarked
package dev.signalbox.demo.workload;

import org.jspecify.annotations.NullMarked;
