import { allProjections } from '../../projections/definitions/all.ts';
import type { Projection } from '../../projections/definitions/projection.ts';
import type { ReadModel } from '../../projections/read-models/read-model-store.ts';
import type { Controls } from '../../projections/runner/control.ts';
import { TimeSlice } from '../../projections/runner/time-slice.ts';
import type { Difference } from '../../projections/verify/difference.ts';
import { type Finding, verifyReadModels } from '../../projections/verify/verify-read-models.ts';
import { newId } from '../commands/ids.ts';
import type { Verification } from '../core/contracts/verification.ts';
import type { ReadableLog } from '../core/event-log.ts';
import type { Logger } from '../core/logger.ts';
import { presentSealFinding } from './presenters.ts';
import { checkSeals } from './seals/check/check-seals.ts';

export interface VerificationsOptions {
  readonly log: ReadableLog;
  readonly open: (definition: Projection) => Pick<ReadModel, 'contents' | 'committed'>;
  readonly controls: Pick<Controls, 'of'>;
  /** The folder of the seals. */
  readonly seals: string;
  readonly logger: Pick<Logger, 'warn'>;
}

/** What is kept of a verification that finds differences everywhere. */
const maxFindings = 1_000;
/** Requests wait for at most this long. */
const sliceMs = 15;

export type StartRequest = { readonly by: string; readonly projection?: string | undefined };

/** Verifies the read models of this process and the seals, one verification at a time. */
export class Verifications {
  /** The projections that can be verified. */
  readonly names = allProjections.map(({ name }) => name);
  readonly #options: VerificationsOptions;
  readonly #closing = new AbortController();
  #latest: Verification | undefined;
  #running: Promise<void> | undefined;

  constructor(options: VerificationsOptions) {
    this.#options = options;
  }

  /** @returns undefined when one is running */
  start({ by, projection }: StartRequest): Verification | undefined {
    if (this.#running) return undefined;
    const definitions = allProjections.filter(({ name }) => projection === undefined || name === projection);
    const verification: Verification = {
      ...{ id: newId(), state: 'running', startedAt: new Date().toISOString(), startedBy: by, endedAt: null },
      ...{ projection: projection ?? null, head: null, replayed: null, error: null },
      ...{ models: [], modelCount: definitions.length, differences: [], differenceCount: 0 },
      seals: projection === undefined ? { ...nothingChecked, findings: [] } : null,
    };
    this.#latest = verification;
    this.#running = this.#run(verification, definitions).finally(() => {
      this.#running = undefined;
    });
    return this.latest();
  }

  /** A copy of the running one, or of the last one that was running; undefined if there was none. */
  latest(): Verification | undefined {
    return this.#latest && structuredClone(this.#latest);
  }

  /** Ends the running one. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The server stopped'));
    await this.#running;
  }

  async #run(verification: Verification, definitions: readonly Projection[]): Promise<void> {
    const { logger } = this.#options;
    try {
      verification.head = (await this.#options.log.head())?.toString() ?? null;
      await this.#compareModels(verification, definitions);
      if (verification.seals) await this.#checkSeals(verification.seals);
      verification.state = 'done';
    } catch (error) {
      verification.state = 'failed';
      verification.error = error instanceof Error ? error.message : String(error);
      if (!this.#closing.signal.aborted) logger.warn({ err: error }, 'A verification could not be finished');
    }
    verification.endedAt = new Date().toISOString();
  }

  async #compareModels(verification: Verification, definitions: readonly Projection[]): Promise<void> {
    const { log, open, controls } = this.#options;
    const models = definitions.map((definition) => ({
      ...{ definition, model: open(definition), isSkipped: controls.of(definition).isSkipped },
    }));
    const onReplayed = (position: bigint) => {
      verification.replayed = position.toString();
    };
    for await (const finding of verifyReadModels({ log, models, signal: this.#closing.signal, onReplayed })) {
      add(verification, finding);
    }
  }

  async #checkSeals(seals: NonNullable<Verification['seals']>): Promise<void> {
    const { signal } = this.#closing;
    seals.state = 'running';
    const onProgress = (leaves: number) => {
      seals.checked = leaves;
    };
    const log = yieldingLog(this.#options.log, new TimeSlice(sliceMs));
    const report = await checkSeals(log, this.#options.seals, { onProgress, signal });
    signal.throwIfAborted();
    const { size, checkpoints, isComplete, findings } = report;
    Object.assign(seals, { state: 'done', size, checked: size, checkpoints, isComplete });
    seals.findingCount = findings.length;
    seals.findings = findings.slice(0, maxFindings).map(presentSealFinding);
  }
}

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

function presentDifference(projection: string, difference: Difference): Verification['differences'][number] {
  const { kind } = difference;
  const item = itemOf({ ...difference });
  if (kind === 'model') return { projection, item, kind };
  const { expected, actual } = difference;
  return {
    ...{ projection, item, kind },
    ...(expected !== undefined && { expected }),
    ...(actual !== undefined && { actual }),
  };
}

/** What differs, in words. @param difference also one that another process has sent as JSON */
export function itemOf(difference: Readonly<Record<string, unknown>>): string {
  switch (difference.kind) {
    case 'document':
      return `document ${difference.collection}/${difference.id}`;
    case 'entry':
      return `entry ${difference.index}/${difference.member}`;
    default:
      return String(difference.reason);
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
