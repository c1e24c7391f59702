/** What all parts of the demo share: the contract of a workload, its figures, and the comparison at the end. */
@NullMarked
package dev.signalbox.demo.workload;

import org.jspecify.annotations.NullMarked;
