package dev.signalbox.demo.receiver;

import dev.signalbox.demo.News;

/** Tells what was unusual about the messages of one batch. */
final class ArrivalNews {
    private final News news;
    private int repeated;

    ArrivalNews(News news) {
        this.news = news;
    }

    void overtaken(String message) {
        news.add(News.Tone.BAD, message + " was overtaken in its group");
    }

    void repeated() {
        repeated++;
    }

    /** @param what one of them; more get an s */
    void tell(String what, int count, boolean answerLost) {
        if (answerLost) {
            news.add(News.Tone.NOTABLE, "the answer to " + counted(count, what) + " got lost: sent again");
        }
        if (repeated > 0) {
            news.add(News.Tone.NOTABLE, counted(repeated, what) + " came again, with the same id");
        }
    }

    private static String counted(int count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }
}
