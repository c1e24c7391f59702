/** The nodes: processes of the real program that are killed now and then, and replaced. */
@NullMarked
package dev.signalbox.demo.nodes;

import org.jspecify.annotations.NullMarked;
