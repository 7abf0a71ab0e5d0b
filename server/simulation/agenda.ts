import type { Session } from './world.ts';

interface Appointment {
  readonly atMs: number;
  readonly session: Session;
}

/** The sessions that go on, by the time of their next step. Equal times: in the order of their addition. */
export class Agenda {
  /** Latest first, so that the next one is at the end. At most some hundred. */
  readonly #appointments: Appointment[] = [];

  get nextAtMs(): number {
    return this.#appointments.at(-1)?.atMs ?? Number.POSITIVE_INFINITY;
  }

  add(atMs: number, session: Session): void {
    let low = 0;
    let high = this.#appointments.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#appointments[middle]?.atMs ?? 0) > atMs) low = middle + 1;
      else high = middle;
    }
    this.#appointments.splice(low, 0, { atMs, session });
  }

  next(): Session | undefined {
    return this.#appointments.pop()?.session;
  }
}
