package io.precinct.recurring.schedule;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Computes the firings of a schedule: at most one per local date, at the first of its times. A local time that a clock
 * change skips is shifted by the length of the gap; a local time that occurs twice counts the first time. Immutable.
 */
public final class Timetable {
    private final Schedule schedule;
    private final @Nullable Days days;
    private final @Nullable Delay delay;
    private final int leadDays;

    /**
     * Creates a timetable.
     *
     * @param leadDays how many days before its occurrence a case is generated
     * @throws IllegalArgumentException if the rule of the schedule is invalid; check it first
     */
    public Timetable(Schedule schedule, int leadDays) {
        this.schedule = schedule;
        this.leadDays = leadDays;
        try {
            delay = schedule.followsCompletion() ? schedule.delay() : null;
            days = delay == null ? schedule.days() : null;
        } catch (BadRule e) {
            throw new IllegalArgumentException("the schedule was not checked: " + e.explanation(), e);
        }
    }

    /**
     * Returns the firings of occurrences after a moment, in order. If the lead days of an occurrence have begun
     * already, its firing is at {@code now}. For a schedule that follows completion, only the first firing is known,
     * and only before there is an instance.
     *
     * @param now occurrences up to this moment are left out
     * @param last dates up to this date are left out; null for none
     */
    public Iterator<Firing> after(Instant now, @Nullable LocalDate last) {
        if (days == null) {
            return List.of(first(now, last)).iterator();
        }
        LocalDate earliest = now.atZone(zone()).toLocalDate().minusDays(2);
        LocalDate begin = last == null || last.isBefore(earliest) ? earliest : last.plusDays(1);
        return walk(days.from(begin), now, now);
    }

    /** Returns the firings after a date, however long ago it was; none if the schedule follows completion. */
    public Iterator<Firing> following(LocalDate last, Instant now) {
        return days == null ? List.<Firing>of().iterator() : walk(days.from(last.plusDays(1)), null, now);
    }

    private Iterator<Firing> walk(Iterator<Days.Day> rest, @Nullable Instant after, Instant now) {
        return new LookaheadIterator<>() {
            @Override
            @Nullable
            Firing find() {
                while (rest.hasNext()) {
                    Firing firing = first(rest.next(), after, now);
                    if (firing != null) {
                        return firing;
                    }
                }
                return null;
            }
        };
    }

    /** Returns the next {@code most} firings; see {@link #after}. */
    public List<Firing> next(int most, Instant now, @Nullable LocalDate last) {
        List<Firing> next = new ArrayList<>();
        Iterator<Firing> firings = after(now, last);
        while (next.size() < most && firings.hasNext()) {
            next.add(firings.next());
        }
        return next;
    }

    /**
     * Returns the firing after the completion of an instance.
     *
     * @param last the newest date that was fired; a second firing on that date moves to the start of the next day
     */
    public Firing completed(Instant completion, @Nullable LocalDate last) {
        if (delay == null) {
            throw new IllegalStateException("a schedule of kind " + schedule.kind() + " does not follow completion");
        }
        return onNewDate(delay.after(completion, zone()), last);
    }

    private Firing first(Instant now, @Nullable LocalDate last) {
        Instant start = resolve(schedule.dtstart());
        Firing due = onNewDate(start.isAfter(now) ? start : now, last);
        LocalDateTime local = due.occurrence().atZone(zone()).toLocalDateTime();
        return firing(due.date(), due.occurrence(), resolve(local.minusDays(leadDays)), now);
    }

    private Firing onNewDate(Instant at, @Nullable LocalDate last) {
        LocalDate date = at.atZone(zone()).toLocalDate();
        if (last == null || date.isAfter(last)) {
            return new Firing(date, at, at);
        }
        LocalDate next = last.plusDays(1);
        Instant begins = next.atStartOfDay(zone()).toInstant();
        return new Firing(next, begins, begins);
    }

    private @Nullable Firing first(Days.Day day, @Nullable Instant after, Instant now) {
        for (LocalTime time : day.times()) {
            Instant occurrence = resolve(day.date().atTime(time));
            if (after == null || occurrence.isAfter(after)) {
                return firing(
                        day.date(),
                        occurrence,
                        resolve(day.date().minusDays(leadDays).atTime(time)),
                        now);
            }
        }
        return null;
    }

    /** Creates a firing. If the occurrence lies in the future, the case is not generated before {@code now}. */
    private static Firing firing(LocalDate date, Instant occurrence, Instant led, Instant now) {
        return new Firing(date, occurrence, led.isBefore(now) && occurrence.isAfter(now) ? now : led);
    }

    private Instant resolve(LocalDateTime local) {
        return ZonedDateTime.ofLocal(local, zone(), null).toInstant();
    }

    private ZoneId zone() {
        return schedule.timezone();
    }
}
