import type { ProjectionReports } from '../../../../projections/status/projection-reports.ts';
import type { Overview } from '../../../core/contracts/overview.ts';

export interface SamplesOptions {
  readonly reports: Pick<ProjectionReports, 'read' | 'names'>;
  /** Open live connections of this process. */
  readonly connections: () => number;
  /** Events recorded in this time; undefined if it is not known. @throws when the index cannot be read */
  readonly countEvents: (since: Date, until: Date) => number | undefined;
  readonly intervalMs?: number;
}

interface Sample {
  readonly atMs: number;
  readonly eventsPerSecond: number | null;
  readonly sockets: number;
  readonly failures: number;
  readonly lagSeconds: ReadonlyMap<string, number>;
}

const defaultIntervalMs = 10_000;
const spanMs = 3_600_000;
/** An event is in the index about 250 ms after it was recorded. */
const indexDelayMs = 1_000;

/** What this process keeps in memory for the overview: a sample every ten seconds, for an hour. */
export class Samples {
  readonly intervalMs: number;
  readonly startedAt = new Date();
  readonly #options: SamplesOptions;
  readonly #samples: Sample[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isSampling = false;
  #failures = 0;
  #failuresSampled = 0;
  #countedUntil = this.startedAt;

  constructor(options: SamplesOptions) {
    this.#options = options;
    this.intervalMs = options.intervalMs ?? defaultIntervalMs;
  }

  get connections(): number {
    return this.#options.connections();
  }

  /** Responses with a status of 500 or more. */
  get failures(): number {
    return this.#failures;
  }

  countFailure(): void {
    this.#failures += 1;
  }

  start(): void {
    this.#timer ??= setInterval(() => void this.sample(), this.intervalMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Never rejects: what cannot be read is missing in the sample. */
  async sample(): Promise<void> {
    if (this.#isSampling) return;
    this.#isSampling = true;
    const reports = await this.#options.reports.read(1).catch(() => []);
    this.#isSampling = false;
    const failures = this.#failures - this.#failuresSampled;
    this.#failuresSampled = this.#failures;
    this.#samples.push({
      atMs: Date.now(),
      eventsPerSecond: this.#eventsPerSecond(),
      sockets: this.connections,
      failures,
      lagSeconds: new Map(reports.map(({ name, lagSeconds }) => [name, lagSeconds])),
    });
    if (this.#samples.length > spanMs / this.intervalMs) this.#samples.shift();
  }

  columns(): Overview['samples'] {
    const samples = this.#samples;
    const lagOf = (name: string) => samples.map(({ lagSeconds }) => lagSeconds.get(name) ?? null);
    return {
      at: samples.map(({ atMs }) => atMs),
      eventsPerSecond: samples.map(({ eventsPerSecond }) => eventsPerSecond),
      sockets: samples.map(({ sockets }) => sockets),
      failures: samples.map(({ failures }) => failures),
      lagSeconds: Object.fromEntries(this.#options.reports.names.map((name) => [name, lagOf(name)])),
    };
  }

  #eventsPerSecond(): number | null {
    const since = this.#countedUntil;
    const until = new Date(Date.now() - indexDelayMs);
    if (until <= since) return null;
    this.#countedUntil = until;
    try {
      const events = this.#options.countEvents(since, until);
      return events === undefined ? null : events / ((until.getTime() - since.getTime()) / 1_000);
    } catch {
      return null;
    }
  }
}
