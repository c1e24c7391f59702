/** JSON as bytes: checked and written without a parser. */
@NullMarked
package dev.signalbox.core.json;

import org.jspecify.annotations.NullMarked;
