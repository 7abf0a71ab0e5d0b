import { allProjections } from '../../projections/definitions/all.ts';
import type { Projection } from '../../projections/definitions/projection.ts';
import type { ReadModel } from '../../projections/read-models/read-model-store.ts';
import type { Controls } from '../../projections/runner/control.ts';
import { TimeSlice } from '../../projections/runner/time-slice.ts';
import { type Finding, type Verified, verifyReadModels } from '../../projections/verify/verify-read-models.ts';
import { newId } from '../commands/ids.ts';
import type { Verification, VerifiedSeals } from '../core/contracts/verification.ts';
import type { VerificationCommand } from '../core/domain/projection-control/verifications.ts';
import { machine } from '../core/domain/staff/events.ts';
import type { ReadableLog } from '../core/event-log.ts';
import type { Logger } from '../core/logger.ts';
import { presentDifference, presentSealFinding } from './presenters.ts';
import { checkSeals } from './seals/check/check-seals.ts';
import { resultsOf } from './verification-result.ts';

export interface VerificationsOptions {
  readonly log: ReadableLog;
  readonly open: (definition: Projection) => Pick<ReadModel, 'contents' | 'committed'>;
  readonly controls: Pick<Controls, 'of'>;
  /** The folder of the seals. */
  readonly seals: string;
  /** Records the results of a verification, in the name of a user. */
  readonly record: (command: VerificationCommand, by: string) => Promise<unknown>;
  readonly logger: Pick<Logger, 'warn'>;
}

/** What is kept of a verification that finds differences everywhere. */
const maxFindings = 1_000;
/** Requests wait for at most this long. */
const sliceMs = 15;

export interface StartRequest {
  readonly by: string;
  readonly projection?: string | undefined;
}

export interface FindingsOptions {
  readonly projection: string | undefined;
  readonly signal: AbortSignal;
  readonly onReplayed: (position: bigint) => void;
}

/** Verifies the read models of this process and the seals, one verification at a time: shadows take much memory. */
export class Verifications {
  /** The projections that can be verified. */
  readonly names = allProjections.map(({ name }) => name);
  readonly #options: VerificationsOptions;
  readonly #closing = new AbortController();
  #latest: Verification | undefined;
  #isRunning = false;
  /** Of the running one, if `start` began it. */
  #stopping: AbortController | undefined;
  #running: Promise<void> | undefined;

  constructor(options: VerificationsOptions) {
    this.#options = options;
  }

  /** @returns undefined when one is running */
  start({ by, projection }: StartRequest): Verification | undefined {
    if (this.#isRunning) return undefined;
    this.#isRunning = true;
    const verification: Verification = {
      id: newId(),
      state: 'running',
      startedAt: new Date().toISOString(),
      startedBy: by,
      endedAt: null,
      projection: projection ?? null,
      head: null,
      replayed: null,
      models: [],
      modelCount: definitionsOf(projection).length,
      differences: [],
      differenceCount: 0,
      seals: projection === undefined ? { ...nothingChecked, keys: [], findings: [] } : null,
      error: null,
    };
    this.#latest = verification;
    const stopping = new AbortController();
    this.#stopping = stopping;
    this.#running = this.#run(verification, projection, stopping.signal).finally(() => {
      this.#isRunning = false;
      this.#stopping = undefined;
    });
    return this.latest();
  }

  /** Stops one that `start` began. @returns whether one was running */
  stop(): boolean {
    this.#stopping?.abort(new Error('An operator stopped it'));
    return this.#stopping !== undefined;
  }

  /** A copy of the running one, or of the last one that was running; undefined if there was none. */
  latest(): Verification | undefined {
    return this.#latest && structuredClone(this.#latest);
  }

  /**
   * What a verification of the read models finds, as it is found. Nothing of it is kept for `latest`.
   * @returns undefined when one is running; otherwise iterate it at once, since another can only begin after its end
   */
  findings(options: FindingsOptions): AsyncIterable<Finding> | undefined {
    if (this.#isRunning) return undefined;
    this.#isRunning = true;
    return this.#findingsToEnd(options);
  }

  /** Ends the running one. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The server stopped'));
    await this.#running;
  }

  async *#findingsToEnd({ projection, signal, onReplayed }: FindingsOptions): AsyncGenerator<Finding, void> {
    try {
      const ended = AbortSignal.any([signal, this.#closing.signal]);
      yield* this.#recordedFindings(projection, machine, ended, onReplayed);
    } finally {
      this.#isRunning = false;
    }
  }

  async #run(verification: Verification, projection: string | undefined, stopping: AbortSignal): Promise<void> {
    const { logger } = this.#options;
    const signal = AbortSignal.any([stopping, this.#closing.signal]);
    const onReplayed = (position: bigint) => {
      verification.replayed = position.toString();
    };
    try {
      verification.head = (await this.#options.log.head())?.toString() ?? null;
      const findings = this.#recordedFindings(projection, verification.startedBy, signal, onReplayed);
      for await (const finding of findings) add(verification, finding);
      if (verification.seals) await this.#checkSeals(verification.seals, signal);
      verification.state = 'done';
    } catch (error) {
      verification.state = stopping.aborted ? 'stopped' : 'failed';
      verification.error = error instanceof Error ? error.message : String(error);
      if (!signal.aborted) logger.warn({ err: error }, 'A verification could not be finished');
    }
    verification.endedAt = new Date().toISOString();
  }

  /** Records the results at the end, also of those models that were compared before it was stopped. */
  async *#recordedFindings(
    projection: string | undefined,
    by: string,
    signal: AbortSignal,
    onReplayed: FindingsOptions['onReplayed'],
  ): AsyncGenerator<Finding, void> {
    const verified: Verified[] = [];
    try {
      for await (const finding of this.#compareModels(projection, signal, onReplayed)) {
        if (finding.kind === 'verified') verified.push(finding);
        yield finding;
      }
    } finally {
      await this.#record(verified, by);
    }
  }

  #compareModels(projection: string | undefined, signal: AbortSignal, onReplayed: FindingsOptions['onReplayed']) {
    const { log, open, controls } = this.#options;
    const models = definitionsOf(projection).map((definition) => ({
      definition,
      model: open(definition),
      isSkipped: controls.of(definition).isSkipped,
    }));
    return verifyReadModels({ log, models, signal, onReplayed });
  }

  async #record(verified: readonly Verified[], by: string): Promise<void> {
    const command = resultsOf(verified, 'live');
    if (!command) return;
    try {
      await this.#options.record(command, by);
    } catch (error) {
      this.#options.logger.warn({ err: error }, 'The results of a verification could not be recorded');
    }
  }

  async #checkSeals(seals: VerifiedSeals, signal: AbortSignal): Promise<void> {
    seals.state = 'running';
    const onProgress = (leaves: number) => {
      seals.checked = leaves;
    };
    const log = yieldingLog(this.#options.log, new TimeSlice(sliceMs));
    const report = await checkSeals(log, this.#options.seals, { onProgress, signal });
    signal.throwIfAborted();
    const { size, checkpoints, keys, isComplete, findings } = report;
    Object.assign(seals, { state: 'done', size, checked: size, checkpoints, keys, isComplete });
    seals.findingCount = findings.length;
    seals.findings = findings.slice(0, maxFindings).map(presentSealFinding);
  }
}

const definitionsOf = (projection: string | undefined): readonly Projection[] =>
  allProjections.filter(({ name }) => projection === undefined || name === projection);

const nothingChecked = {
  state: 'waiting',
  size: null,
  checked: 0,
  checkpoints: null,
  isComplete: null,
  findingCount: 0,
} as const;

function add(verification: Verification, finding: Finding): void {
  if (finding.kind === 'verified') {
    const { projection, position, compared, differences } = finding;
    verification.models.push({ projection, position: position?.toString() ?? null, compared, differences });
    return;
  }
  verification.differenceCount += 1;
  if (verification.differences.length < maxFindings) {
    verification.differences.push(presentDifference(finding.projection, finding.difference));
  }
}

/** Lets other work of this process run while the log is read. */
const yieldingLog = (log: ReadableLog, slice: TimeSlice): Pick<ReadableLog, 'readAll'> => ({
  async *readAll(options) {
    for await (const event of log.readAll(options)) {
      await slice.yieldIfUsedUp();
      yield event;
    }
  },
});
