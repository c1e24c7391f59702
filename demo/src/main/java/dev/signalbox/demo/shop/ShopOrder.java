package dev.signalbox.demo.shop;

import java.util.List;
import java.util.Locale;

/**
 * An order at one of its steps.
 *
 * @param step 1 placed, 2 paid, 3 shipped
 * @param currency one that the receiver does not know makes the second message a bad one
 */
record ShopOrder(long number, int customer, int step, int cents, String currency) {
    static final int STEPS = 3;
    private static final List<String> EVENTS = List.of("OrderPlaced", "OrderPaid", "OrderShipped");
    private static final List<String> STATES = List.of("PLACED", "PAID", "SHIPPED");

    ShopOrder next() {
        return new ShopOrder(number, customer, step + 1, cents, currency);
    }

    /** The value of the column {@code state}. */
    String state() {
        return STATES.get(step - 1);
    }

    String group() {
        return "order-" + number;
    }

    String total() {
        return String.format(Locale.ROOT, "%d.%02d", cents / 100, cents % 100);
    }

    /**
     * The event about its current step.
     *
     * @param writtenAt in nanoseconds of the demo's clock, to measure the latency
     */
    String event(String id, long writtenAt) {
        return ("{\"id\":\"%s\",\"type\":\"%s\",\"group\":\"%s\",\"number\":%d,\"customer\":%d,"
                        + "\"total\":%s,\"currency\":\"%s\",\"writtenAt\":%d}")
                .formatted(
                        id,
                        EVENTS.get(step - 1),
                        group(),
                        step,
                        customer,
                        total(),
                        step == 2 ? currency : "EUR",
                        writtenAt);
    }

    /** The dispatch job that sends the customer a receipt; the jobs of a customer are numbered. */
    String receiptJob(String id, int job, long writtenAt) {
        return ("{\"id\":\"%s\",\"type\":\"SendReceipt\",\"group\":\"customer-%d\",\"number\":%d,\"order\":%d,"
                        + "\"total\":%s,\"writtenAt\":%d}")
                .formatted(id, customer, job, number, total(), writtenAt);
    }
}
