/**
 * Three members of a household change its list on their devices, which lose their connection, responses and pages, and
 * whose clocks are wrong, while the server restarts. At the end, all show the list that follows from the rules of merging.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createGroceryHistory, type RecordedEntry } from '../../server/audit/grocery-history.ts';
import { expectEqual } from '../support/expect-equal.ts';
import { type ExplainedItem, explainedItems } from '../support/explained-items.ts';
import { Spread } from '../support/spread.ts';
import { type Device, openDevice } from '../support/three-devices/device.ts';
import { ExpectedList } from '../support/three-devices/expected-list.ts';
import { eventsOf } from '../support/three-devices/member-changes.ts';
import type { Household } from '../support/three-devices/memory-household.ts';
import { type Made, pass, runSteps } from '../support/three-devices/run-steps.ts';
import { acts, history } from '../support/three-devices/steps.ts';

const dayMs = 86_400_000;
/** Longer than a client waits for the push of its change, and than most pauses before a request is repeated. */
const restMs = 3_000;
/** Shrinking a counterexample stops before. */
const timeoutMs = 300_000;
/** Each change of a device may take a few rounds. */
const maxRounds = 300;

let devices: Device[];
let clockSkewsMs: number[];

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  vi.stubGlobal('BroadcastChannel', undefined);
  const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('navigator', { locks: { request: (_name: string, _options: object, run: () => unknown) => run() } });
  vi.stubGlobal('reportError', () => undefined); // A page that is killed while it writes.
  devices = [await openDevice('mia'), await openDevice('sam'), await openDevice('jo')];
  clockSkewsMs = [0, -dayMs, dayMs];
});

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** All devices have a good line, and time passes until they have sent everything and show what the server has. */
async function comeToRest({ list }: Household) {
  for (const device of devices) device.setLine(true);
  for (let rounds = 0; rounds < maxRounds && !devices.every((device) => device.isAtRest(list())); rounds++) {
    for (const device of devices) {
      device.release();
      device.deliver();
    }
    await pass(restMs);
  }
}

async function endAll() {
  for (const device of devices) device.kill();
  await pass(1);
  for (const device of devices) device.ended();
}

test(
  'devices that were offline, lost responses and were killed converge, and nothing acknowledged is lost',
  async () => {
    const lengths = new Spread();
    const changes = new Spread();
    const kinds = [...acts, 'kill', 'restart'];
    const spreads = new Map(kinds.map((kind) => [kind, new Spread()]));
    const refusals = new Spread();
    const repeats = new Spread();
    const batches = new Spread();
    const merged = new Spread();
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        await endAll();
        const { household, made, happened, expectGone } = await runSteps(devices, clockSkewsMs, steps);
        await comeToRest(household);
        expectGone();
        const { log, list, executions } = household;
        for (const device of devices) {
          expectEqual(device.shownItems(), list().items);
          expect(device.waiting()).toBe(0);
          const { acknowledged, refused } = device.answered;
          const notSaved = device.notSaved();
          const isAnswered = (key: string) => acknowledged.has(key) || notSaved.has(key);
          expectEqual(
            [...device.database().kept].filter((key) => !isAnswered(key)),
            [],
          );
          // A refusal that a killed page has not stored may be another answer the next time.
          expectEqual(
            [...notSaved.values()].filter(({ cause }) => !refused.has(cause)),
            [],
          );
          expectInOrder(
            [...made].filter(([, { by }]) => by === device.uid).map(([key]) => key),
            executions.filter(({ uid }) => uid === device.uid).map(({ key }) => key),
          );
        }
        merged.add(expectMerged(household, made));
        expectOnce(log.events.map(({ meta }) => meta.commandId));
        await expectExplained(household);
        lengths.add(steps.length);
        changes.add(made.size);
        batches.add(Math.max(0, ...devices.flatMap((device) => device.batches)));
        refusals.add(devices.reduce((sum, { answered }) => sum + answered.refused.size, 0));
        repeats.add(executions.length - new Set(executions.map(({ key }) => key)).size);
        for (const kind of kinds) spreads.get(kind)?.add(happened.filter((each) => each === kind).length);
      }),
      {
        numRuns: 2_000,
        interruptAfterTimeLimit: timeoutMs - 20_000,
        markInterruptAsFailure: true,
      },
    );
    expect(lengths.mean).toBeGreaterThan(36);
    expect(changes.mean).toBeGreaterThan(18);
    for (const kind of kinds) expect(spreads.get(kind)?.share(1), kind).toBeGreaterThan(0.13);
    expect(refusals.share(1)).toBeGreaterThan(0.4);
    expect(repeats.share(1)).toBeGreaterThan(0.4);
    expect(batches.share(2)).toBeGreaterThan(0.35);
    expect(merged.share(1)).toBeGreaterThan(0.1);
  },
  timeoutMs,
);

/** The server received the changes of a device in the order in which they were made, some of them repeatedly. */
function expectInOrder(made: readonly string[], executed: readonly string[]) {
  const first = [...new Set(executed)];
  const order = new Map(made.map((key, n) => [key, n]));
  const places = first.map((key) => order.get(key) ?? -1);
  expectEqual(
    places,
    places.toSorted((a, b) => a - b),
  );
}

/**
 * The list follows from the changes by the rules of merging, and the server refused what they refuse. Returns how many changes
 * were of items that their meal had brought before.
 */
function expectMerged({ executions, log, list }: Household, made: ReadonlyMap<string, Made>): number {
  const expected = new ExpectedList();
  const commands = Map.groupBy(eventsOf(log.events), ({ meta }) => meta.commandId);
  const isCarriedOut = new Set<string>();
  for (const { key, isAccepted, isRecorded } of executions) {
    if (isCarriedOut.has(key)) continue; // A repeated request changes nothing.
    const { change, by } = made.get(key) ?? {};
    if (!change || !by) throw new Error('The server has carried out a change that nobody has made');
    if (change.kind === 'undo') {
      if (isAccepted) expected.undo(commands.get(change.changeId) ?? [], commands.get(key) ?? []);
    } else if (expected.carryOut(change, by) !== isAccepted) {
      expect.fail(`The server has ${isAccepted ? 'carried out' : 'refused'} this: ${JSON.stringify(change)}`);
    }
    if (isRecorded) isCarriedOut.add(key);
  }
  const shown = list().items.map(({ id, name, amount, unit, addedBy, checkedBy }) => ({
    id,
    name,
    amount,
    unit,
    addedBy: addedBy.uid,
    checkedBy: checkedBy?.uid,
  }));
  expectEqual(shown, expected.items());
  return expected.mergedChanges;
}

/** The events of each command are adjacent: none was carried out twice. */
function expectOnce(commandIds: readonly string[]) {
  const starts = commandIds.filter((id, n) => id !== commandIds[n - 1]);
  expect(new Set(starts).size).toBe(starts.length);
}

/** Who added, renamed and checked each item follows from the history alone. */
async function expectExplained({ log, listId, list }: Household) {
  const readHistory = createGroceryHistory(log);
  const entries: RecordedEntry[] = [];
  for (let from: bigint | undefined; ; ) {
    const page = await readHistory(listId, { limit: 50, ...(from !== undefined && { from }) });
    entries.push(...page.entries);
    from = page.next;
    if (from === undefined) break;
  }
  const explained = explainedItems(entries.toReversed());
  const shown = list().items.map((item): [string, ExplainedItem] => [
    item.id,
    { name: item.name, addedBy: item.addedBy.uid, checkedBy: item.checkedBy?.uid, isListed: true },
  ]);
  expectEqual(Object.fromEntries(explained), Object.fromEntries(shown));
}
