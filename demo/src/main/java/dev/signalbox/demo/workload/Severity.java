package dev.signalbox.demo.workload;

/** How a line of the view is highlighted. */
public enum Severity {
    NORMAL,
    GOOD,
    WARNING,
    ERROR
}
