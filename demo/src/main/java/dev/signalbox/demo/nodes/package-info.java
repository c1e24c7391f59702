/** The nodes: processes of the real program, which are killed now and then and started again. */
@NullMarked
package dev.signalbox.demo.nodes;

import org.jspecify.annotations.NullMarked;
