/** What the terminal shows. */
@NullMarked
package dev.signalbox.demo.view;

import org.jspecify.annotations.NullMarked;
