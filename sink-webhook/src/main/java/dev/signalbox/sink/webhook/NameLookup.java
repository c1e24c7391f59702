package dev.signalbox.sink.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;

/** Looks up the addresses of names. */
@FunctionalInterface
public interface NameLookup {
    /** The machine's resolver, shared by all clients of the process. */
    NameLookup SYSTEM = new BoundedNameLookup(InetAddress::getAllByName, BoundedNameLookup.MAX_THREADS);

    /** The machine's resolver for checks of what users give, on threads of its own: checks of silent names delay no delivery. */
    NameLookup CHECKS = new BoundedNameLookup(InetAddress::getAllByName, BoundedNameLookup.CHECK_THREADS);

    /**
     * All addresses of a name, in the order in which they are tried.
     *
     * @param limit the longest wait for the answer
     * @throws UnknownHostException if there is none, or none in time
     */
    List<InetAddress> addresses(String name, Duration limit) throws UnknownHostException, InterruptedException;
}
