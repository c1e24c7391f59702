package dev.signalbox.demo.shop;

import java.util.Locale;

/**
 * An order on its way.
 *
 * @param step how far it is: 1 placed, 2 paid, 3 shipped
 * @param currency one that the receiver doesn't know makes its second message a bad one
 */
record Order(long number, int customer, int step, int cents, String currency) {
    static final int STEPS = 3;

    Order next() {
        return new Order(number, customer, step + 1, cents, currency);
    }

    /** What the message calls it. */
    String event() {
        return switch (step) {
            case 1 -> "OrderPlaced";
            case 2 -> "OrderPaid";
            default -> "OrderShipped";
        };
    }

    /** What the orders table calls it. */
    String state() {
        return switch (step) {
            case 1 -> "PLACED";
            case 2 -> "PAID";
            default -> "SHIPPED";
        };
    }

    String group() {
        return "order-" + number;
    }

    String total() {
        return String.format(Locale.ROOT, "%d.%02d", cents / 100, cents % 100);
    }

    /** The message about its present step. */
    String payload(String id) {
        String money = step == 2 ? currency : "EUR";
        return ("{\"id\":\"%s\",\"type\":\"%s\",\"group\":\"%s\",\"number\":%d,"
                        + "\"customer\":%d,\"total\":%s,\"currency\":\"%s\"}")
                .formatted(id, event(), group(), step, customer, total(), money);
    }

    /** The job that sends the customer a receipt; a customer's jobs are numbered. */
    String receipt(String id, int job) {
        return "{\"id\":\"%s\",\"type\":\"SendReceipt\",\"group\":\"customer-%d\",\"number\":%d,\"order\":%d,\"total\":%s}"
                .formatted(id, customer, job, number, total());
    }
}
