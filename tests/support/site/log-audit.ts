import { ProjectionControls } from '../../../projections/control/projection-controls.ts';
import { allProjections } from '../../../projections/definitions/all.ts';
import type { ReadModelStore } from '../../../projections/read-models/read-model-store.ts';
import { verifyReadModels } from '../../../projections/verify/verify-read-models.ts';
import type { EventLog, RecordedEvent } from '../../../server/core/event-log.ts';
import { AcknowledgedWrites } from '../acknowledged-writes.ts';
import { findFaults } from '../acknowledgements.ts';
import { until } from '../until.ts';

const caughtUpMs = 30_000;

/** Checks that each acknowledged change is in the log exactly once, and that the read models equal a replay of the log. */
export class LogAudit {
  readonly acknowledged = new AcknowledgedWrites();
  readonly #log: EventLog;
  readonly #store: ReadModelStore;
  readonly #events: RecordedEvent[] = [];
  #position: bigint | undefined;

  /** @param head of the log before the first change */
  constructor(log: EventLog, store: ReadModelStore, head: bigint | undefined) {
    this.#log = log;
    this.#store = store;
    this.#position = head;
  }

  get eventCount(): number {
    return this.#events.length;
  }

  /** Of a time without changes. Empty: nothing is lost, nothing doubled, and a replay makes the same read models. */
  async differences(): Promise<string[]> {
    const after = this.#position;
    for await (const event of this.#log.readAll(after === undefined ? {} : { after })) {
      this.#position = event.position;
      // Of operators, and those that a test appends itself.
      if (!/^(?:projection|poison)-/.test(event.stream)) this.#events.push(event);
    }
    const faults = findFaults(this.#events, []);
    await this.#untilCaughtUp();
    return [...faults, ...this.acknowledged.differences(this.#events), ...(await this.#differencesOfModels())];
  }

  async #untilCaughtUp(): Promise<void> {
    const isCaughtUp = async () => {
      for (const definition of allProjections) {
        const last = this.#events.findLast(({ type }) => type in definition.events);
        const committed = await this.#store.open(definition).committed();
        if (last !== undefined && (committed === undefined || committed.position < last.position)) return false;
      }
      return true;
    };
    await until(isCaughtUp, caughtUpMs, 50);
  }

  async #differencesOfModels(): Promise<string[]> {
    const controls = await ProjectionControls.read(
      this.#log,
      allProjections.map(({ name }) => name),
    );
    const models = allProjections.map((definition) => ({
      definition,
      model: this.#store.open(definition),
      isSkipped: controls.of(definition).isSkipped,
    }));
    const differences: string[] = [];
    for await (const finding of verifyReadModels({ log: this.#log, models, signal: new AbortController().signal })) {
      if (finding.kind === 'difference')
        differences.push(`${finding.projection}: ${JSON.stringify(finding.difference)}`);
    }
    return differences;
  }
}
