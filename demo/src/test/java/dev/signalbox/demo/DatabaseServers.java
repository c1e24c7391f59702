package dev.signalbox.demo;

import java.util.Arrays;
import java.util.List;

/** Finds a database server's main process by the folder that it was started on. */
final class DatabaseServers {
    private DatabaseServers() {}

    static List<ProcessHandle> runningOn(String folder) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .command()
                        .filter(name -> name.endsWith("/postgres") || name.endsWith("/mariadbd"))
                        .isPresent())
                .filter(process -> process.info()
                        .arguments()
                        .filter(arguments -> Arrays.stream(arguments)
                                .anyMatch(text -> text.startsWith(folder) || text.startsWith("--datadir=" + folder)))
                        .isPresent())
                .toList();
    }
}
