/** Tests of written JSON. */
@NullMarked
package dev.signalbox.core.json;

import org.jspecify.annotations.NullMarked;
