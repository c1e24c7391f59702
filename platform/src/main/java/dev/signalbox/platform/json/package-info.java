/** JSON in and out: values as they were written. */
@NullMarked
package dev.signalbox.platform.json;

import org.jspecify.annotations.NullMarked;
