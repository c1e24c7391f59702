/** Runs the examples of this repository, which are Spring Boot applications, as processes of their own. */
@NullMarked
package dev.signalbox.demo.examples;

import org.jspecify.annotations.NullMarked;
