/** What the programs of the examples need to start, and to speak HTTP and JSON. */
@NullMarked
package dev.signalbox.example.web;

import org.jspecify.annotations.NullMarked;
