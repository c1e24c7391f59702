package dev.signalbox.platform.client;

import dev.signalbox.platform.input.InputLimits;
import dev.signalbox.platform.json.JsonMembers;

/** Whose entry a request is about. The anchor is the client with an empty name, and may act for every client. */
public final class Clients {
    public static final String ANCHOR = "";

    private Clients() {}

    /** The owner: the caller, or the client that the anchor names in {@code clientId}. */
    public static String read(String caller, JsonMembers members) {
        String named = members.line("clientId", InputLimits.CLIENT);
        if (named == null || named.equals(caller)) {
            return caller;
        }
        if (!caller.equals(ANCHOR)) {
            members.wrong("clientId", "must be that of the caller");
        }
        return named;
    }
}
