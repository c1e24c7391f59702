package dev.signalbox.benchmarks.platform;

import dev.signalbox.benchmarks.workload.Workload;
import java.nio.charset.StandardCharsets;

/**
 * The events that are posted: their data is the payload of {@link Workload}, which contains their number.
 *
 * @param types how many types they have; all events of a group are of one type
 * @param groups how many groups they have, at most those of the workload
 */
record EventShape(int types, int groups) {
    static String typeName(int type) {
        return "bench.type." + type;
    }

    /** All events of a group are posted by one session, in their order. */
    static int session(int number, int sessions) {
        return Workload.groupOf(number) % sessions;
    }

    byte[] body(int number) {
        return json(number).getBytes(StandardCharsets.UTF_8);
    }

    byte[] batch(int from, int to) {
        StringBuilder batch = new StringBuilder("[");
        for (int number = from; number < to; number++) {
            batch.append(number == from ? "" : ",").append(json(number));
        }
        return batch.append(']').toString().getBytes(StandardCharsets.UTF_8);
    }

    int typeOf(int number) {
        return Workload.groupOf(number) % types;
    }

    String type(int number) {
        return typeName(typeOf(number));
    }

    String group(int number) {
        return "group-" + Workload.groupOf(number) % groups;
    }

    private String json(int number) {
        return "{\"type\":\"" + type(number) + "\",\"source\":\"bench\",\"messageGroup\":\"" + group(number)
                + "\",\"data\":" + Workload.payload(number) + "}";
    }
}
