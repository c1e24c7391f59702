package dev.signalbox.benchmarks.load;

/** What the sender of orders, the reader of events and the sampler of one run share. */
record LoadState(ArrivalSchedule schedule, OrderPlan orders, OrderEventCheck check, LoadCounters counters) {
    static LoadState of(String run, ArrivalSchedule schedule, int advanced) {
        return new LoadState(
                schedule,
                new OrderPlan(run, schedule.size(), advanced),
                new OrderEventCheck(schedule.size()),
                new LoadCounters());
    }
}
