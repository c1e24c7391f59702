/** What the examples have in common: programs of their own that come up beside the shop, people who use them, and a comparison. */
@NullMarked
package dev.signalbox.demo.examples;

import org.jspecify.annotations.NullMarked;
