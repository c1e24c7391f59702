package dev.signalbox.embedded.postgres;

/** Starts a server, prints its process id, and stops it when the input ends. */
final class HoldPostgres {
    private HoldPostgres() {}

    public static void main(String[] arguments) throws Exception {
        try (LocalPostgres postgres = LocalPostgres.start(5)) {
            System.out.println(postgres.pid());
            System.in.transferTo(System.err);
        }
    }
}
