/** The shop's tables on the demo's own database server. */
@NullMarked
package dev.signalbox.demo.database;

import org.jspecify.annotations.NullMarked;
