package dev.signalbox.benchmarks.load.traffic;

/** Is told of every request, from many threads. */
public interface Journal {
    /** A request is about to be sent: its event may be there before its answer. */
    void asked(int order, Step step);

    void answered(int order, Step step, Answer answer);
}
