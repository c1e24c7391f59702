package dev.signalbox.demo.receiver;

/** Takes batches of one kind. */
@FunctionalInterface
interface Desk {
    /**
     * Takes all of a batch, or nothing.
     *
     * @param answerLost whether the sender will not get the reply
     */
    Reply accept(byte[] body, boolean answerLost);
}
