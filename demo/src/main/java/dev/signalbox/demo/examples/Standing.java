package dev.signalbox.demo.examples;

/** How far an example is at one moment. */
public interface Standing {
    /** Whether both of its ends say the same. */
    boolean agree();
}
