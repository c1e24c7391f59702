package dev.signalbox.demo.notifications;

import dev.signalbox.demo.examples.Standing;
import java.util.List;

/**
 * How far the listeners are at one moment.
 *
 * @param events that the services have recorded
 * @param unsent those that the nodes have not noted as published yet
 * @param behind those that no listener is done with
 * @param underway those of them that are published
 */
record NotificationsStanding(long events, long unsent, long behind, long underway, List<Told> told)
        implements Standing {
    static final NotificationsStanding NOTHING = new NotificationsStanding(0, 0, 0, 0, List.of());

    NotificationsStanding {
        told = List.copyOf(told);
    }

    @Override
    public boolean agree() {
        return told.stream().allMatch(it -> it.due() == it.made());
    }

    boolean isDone() {
        return unsent == 0 && behind == 0;
    }
}
