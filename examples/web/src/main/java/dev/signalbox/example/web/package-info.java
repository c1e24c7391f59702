/** Common code of the example programs: start, HTTP and JSON. */
@NullMarked
package dev.signalbox.example.web;

import org.jspecify.annotations.NullMarked;
