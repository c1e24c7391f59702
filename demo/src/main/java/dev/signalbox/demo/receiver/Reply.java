package dev.signalbox.demo.receiver;

/** What the receiver answers with. */
record Reply(int status, String body) {
    static Reply accepted(int count) {
        return new Reply(201, "{\"count\":" + count + "}");
    }

    static Reply error(int status, String what) {
        return new Reply(status, "{\"error\":\"" + what + "\"}");
    }
}
