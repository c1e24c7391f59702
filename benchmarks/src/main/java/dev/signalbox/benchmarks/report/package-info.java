/** What is made of the measurements: figures, tables, a picture. */
@NullMarked
package dev.signalbox.benchmarks.report;

import org.jspecify.annotations.NullMarked;
