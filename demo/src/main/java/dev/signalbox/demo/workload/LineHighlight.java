package dev.signalbox.demo.workload;

/** How a line of the view is highlighted. */
public enum LineHighlight {
    NORMAL,
    GOOD,
    WARNING,
    ERROR
}
