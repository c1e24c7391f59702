package dev.signalbox.testkit.sim;

import dev.signalbox.core.delivery.Command;
import dev.signalbox.core.message.Message;
import java.util.stream.Stream;

/** The text of a command in a trace. */
final class CommandText {
    private CommandText() {}

    static String of(Command command) {
        return switch (command) {
            case Command.Fetch fetch -> "fetch " + fetch.request() + " as " + fetch.owner();
            case Command.Send send -> {
                Stream<String> ids = send.batch().stream().map(Message::id);
                yield "send " + send.number() + " " + ids.toList() + (send.announced() ? " announced" : "");
            }
            case Command.Settle settle -> {
                Stream<String> verdicts =
                        settle.settlements().stream().map(it -> it.message().id() + "=" + it.verdict());
                yield "settle " + verdicts.toList();
            }
            case Command.Recover recover -> "recover as " + recover.owner();
            case Command.Sweep _ -> "sweep";
        };
    }
}
