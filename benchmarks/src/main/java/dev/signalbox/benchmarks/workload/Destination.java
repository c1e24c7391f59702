package dev.signalbox.benchmarks.workload;

/** Where messages go. */
public enum Destination {
    /** A method call. */
    IN_PROCESS("in-process"),
    /** The real HTTP sink, and a small API behind it. */
    HTTP("http"),
    /** A real broker, in a process of its own. */
    KAFKA("kafka"),
    /** The same of RabbitMQ, where it is installed. */
    RABBITMQ("rabbitmq");

    private final String word;

    Destination(String word) {
        this.word = word;
    }

    @Override
    public String toString() {
        return word;
    }
}
