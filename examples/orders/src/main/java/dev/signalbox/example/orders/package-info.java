/** Orders that are taken by one program, and added up by another. */
@NullMarked
package dev.signalbox.example.orders;

import org.jspecify.annotations.NullMarked;
