package dev.signalbox.demo;

import java.util.Arrays;
import java.util.List;

/** Finds PostgreSQL's main process by the folder that it was started on. */
final class Postgres {
    private Postgres() {}

    static List<ProcessHandle> runningOn(String folder) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .command()
                        .filter(name -> name.endsWith("/postgres"))
                        .isPresent())
                .filter(process -> process.info()
                        .arguments()
                        .filter(arguments -> Arrays.stream(arguments).anyMatch(text -> text.startsWith(folder)))
                        .isPresent())
                .toList();
    }
}
