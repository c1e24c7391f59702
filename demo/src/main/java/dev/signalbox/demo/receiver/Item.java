package dev.signalbox.demo.receiver;

/**
 * A message as the receiver reads it.
 *
 * @param lane the number of its group
 * @param number its place in the group, the first is 1
 */
record Item(String id, long lane, int number, String currency) {
    static final String UNKNOWN_CURRENCY = "???";

    boolean isBad() {
        return currency.equals(UNKNOWN_CURRENCY);
    }
}
