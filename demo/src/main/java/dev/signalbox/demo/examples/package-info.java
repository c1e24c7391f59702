/** Runs the examples of this repository, which are Spring Boot applications, as separate processes. */
@NullMarked
package dev.signalbox.demo.examples;

import org.jspecify.annotations.NullMarked;
