package dev.signalbox.jdbc.layout;

import java.util.List;
import java.util.stream.Collectors;

/** All layouts of outbox tables. Add a new one here, and nowhere else outside its own class. */
public final class OutboxLayouts {
    public static final LayoutPreset FLOWCATALYST = new FlowCatalystLayout();
    public static final LayoutPreset CATBOX = new CatboxLayout();
    public static final LayoutPreset EVENT_OUTBOX = new EventOutboxLayout();
    public static final LayoutPreset SIGNALBOX = new SignalboxLayout();
    public static final LayoutPreset SENT_FLAG = SentLayout.BY_FLAG;
    public static final LayoutPreset SENT_AT = SentLayout.BY_TIME;

    /** In the order of the documentation. */
    public static final List<LayoutPreset> ALL =
            List.of(FLOWCATALYST, CATBOX, EVENT_OUTBOX, SENT_FLAG, SENT_AT, SIGNALBOX);

    private OutboxLayouts() {}

    /** All layouts in one sentence. */
    public static String description() {
        return ALL.stream()
                .map(preset -> "`" + preset.name() + "` " + preset.description())
                .collect(Collectors.joining(", "));
    }
}
