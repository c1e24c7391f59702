@org.jspecify.annotations.NullMarked
package dev.signalbox.testkit.publisher;
