/**
 * Three members of a household change its list on their devices, which lose their connection, responses and pages, and
 * whose clocks are wrong, while the server restarts. At the end, all show the list that follows from the rules of merging.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createGroceryHistory, type RecordedEntry } from '../../server/audit/grocery-history.ts';
import type { GroceryItem } from '../../server/core/contracts/grocery-list.ts';
import { upcast } from '../../server/core/domain/event-versions.ts';
import { groceryListEvents } from '../../server/core/domain/grocery-list/upcast.ts';
import type { RecordedEvent } from '../../server/core/event-log.ts';
import { newItem } from '../../web/features/grocery-list/list-changes.ts';
import { type ExplainedItem, explainedItems } from '../support/explained-items.ts';
import { Spread } from '../support/spread.ts';
import { type Device, type Fate, openDevice } from '../support/three-devices/device.ts';
import { ExpectedList, idsOf, type ListEvent, type MergedChange } from '../support/three-devices/expected-list.ts';
import { createHousehold } from '../support/three-devices/memory-household.ts';

const dayMs = 86_400_000;
/** Longer than a client waits for the push of its change, and than most pauses before a request is repeated. */
const restMs = 3_000;
/** Shrinking a counterexample stops before. */
const timeoutMs = 300_000;
/** Each change of a device may take a few rounds. */
const maxRounds = 300;

const acts = [
  ...(['add', 'add meal', 'check', 'checkAll', 'uncheck', 'rename', 'amount', 'remove'] as const),
  ...(['clear', 'restore', 'undo'] as const),
];
const act = fc.constantFrom(
  ...acts,
  ...(['add', 'add', 'add', 'add', 'add meal', 'check', 'amount', 'rename'] as const),
);
const fate = fc.constantFrom<Fate>('request lost', 'answer lost', 'answer lost', 'held', 'held');
const step = fc.oneof(
  { weight: 46, arbitrary: fc.record({ kind: fc.constant('change'), act, pick: fc.nat(50) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('line'), up: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('fate'), fate }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('release') }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('deliver'), order: fc.array(fc.nat(5), { maxLength: 6, size: 'max' }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('kill') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait'), ms: fc.constantFrom(1, 600, 3_000, 20_000) }) },
);
const history = fc.array(fc.tuple(fc.nat(2), step, fc.boolean()), { minLength: 20, maxLength: 60, size: 'max' });
type Step = NonNullable<ReturnType<typeof history.generate>['value'][number]>[1];

type Household = ReturnType<typeof createHousehold>;

/** A change as a member made it. */
interface Made {
  readonly by: string;
  readonly change: MergedChange;
}

let devices: Device[];
let clockSkewsMs: number[];

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  vi.stubGlobal('navigator', { locks: { request: (_name: string, _options: object, run: () => unknown) => run() } });
  vi.stubGlobal('reportError', () => undefined); // A page that is killed while it writes.
  devices = [await openDevice('mia'), await openDevice('sam'), await openDevice('jo')];
  clockSkewsMs = [0, -dayMs, dayMs];
});

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** All promises that can settle without a timer have settled. */
const settled = () => new Promise(setImmediate);

async function pass(ms: number) {
  vi.advanceTimersByTime(ms);
  await settled();
}

const eventsOf = (events: readonly RecordedEvent[]): ListEvent[] =>
  events.map((event) => upcast(groceryListEvents, event));

/** The change that a member makes of what their device shows; undefined if there is nothing to change. */
function changeOf(
  device: Device,
  kind: (typeof acts)[number],
  pick: number,
  removed: readonly GroceryItem[],
  { log }: Household,
): MergedChange | undefined {
  const by = { uid: device.uid, name: device.uid };
  const items = device.shownItems();
  if (kind === 'add') {
    return { kind, items: [newItem({ name: `Item ${pick}`, amount: '1', unit: 'kg' }, by, new Date())] };
  }
  if (kind === 'add meal') {
    const plannedMeal = { id: `meal ${pick % 2}`, portion: 1 };
    const bring = (name: string) => ({ ...newItem({ name, amount: '1', unit: 'kg' }, by, new Date()), plannedMeal });
    return { kind: 'add', items: ['Feta', 'Olives'].map(bring) };
  }
  if (kind === 'restore') return removed.length === 0 ? undefined : { kind, items: removed };
  if (kind === 'clear') {
    return items.length < 4 ? undefined : { kind, ids: items.map(({ id }) => id), onlyChecked: pick % 2 === 0 };
  }
  if (kind === 'undo') {
    const [event] = eventsOf(log.events.slice(0, log.events.length - (pick % 8)).slice(-1));
    if (!event) return undefined;
    const { type, data, meta } = event;
    const removes = type === 'GroceryItemsAdded' ? data.items.map(({ id }) => id) : [];
    const unchecks = type === 'GroceryItemChecked' ? [data.itemId] : [];
    return { kind, changeId: meta.commandId, removes, unchecks };
  }
  const item = items[pick % Math.max(1, items.length)];
  if (!item) return undefined;
  if (kind === 'checkAll') return { kind, ids: items.slice(-3).map(({ id }) => id), checked: pick % 4 > 0, by };
  const { id, name, amount, unit } = item;
  if (kind === 'check' || kind === 'uncheck') return { kind: 'check', id, checked: kind === 'check', by };
  if (kind === 'remove') return { kind, id };
  if (kind === 'rename') return { kind: 'edit', id, changes: { name: `Name ${pick % 9}` }, from: { name } };
  return { kind: 'edit', id, changes: { amount: `${pick % 9}`, unit }, from: { amount, unit } };
}

/** The ids of the items that a change removes, whatever the others do. */
function removedBy(change: MergedChange): readonly string[] {
  if (change.kind === 'remove') return [change.id];
  return change.kind === 'clear' && !change.onlyChecked ? change.ids : [];
}

/** The ids of the items that a change may put on the list again. */
function restoredBy(change: MergedChange, { log }: Household): readonly string[] {
  if (change.kind === 'restore') return change.items.map(({ id }) => id);
  if (change.kind !== 'undo') return [];
  return eventsOf(log.events.filter(({ meta }) => meta.commandId === change.changeId)).flatMap(idsOf);
}

const mergedItems = ({ log }: Household) =>
  eventsOf(log.events).flatMap(({ type, data }) => (type === 'GroceryItemsAdded' && data.merged) || []);

async function run(steps: readonly (readonly [number, Step, boolean])[]) {
  const household = createHousehold((message) => {
    for (const device of devices) device.push(message);
  });
  const removed = new Map<Device, GroceryItem[]>();
  const gone = new Map<Device, Set<string>>();
  const restored = new Set<string>();
  /** By key, in the order in which they were made. */
  const made = new Map<string, Made>();
  const happened: string[] = [];
  for (const device of devices) {
    device.reset(household);
    device.start();
    gone.set(device, new Set());
  }
  await pass(1);
  for (const [n, each, isSettled] of steps) {
    const device = devices[n];
    if (!device) continue;
    const now = Date.now();
    vi.setSystemTime(now + (clockSkewsMs[n] ?? 0));
    await perform(device, each);
    vi.setSystemTime(now);
    if (!isSettled) continue;
    await pass(1);
    expectGone();
  }
  return { household, made, happened, expectGone };

  /** An item that a member has removed is not shown to them again, unless a member restores it, by any id that it has. */
  function expectGone() {
    for (const { itemId, into } of mergedItems(household)) if (restored.has(itemId)) restored.add(into);
    for (const device of devices) {
      const ids = gone.get(device);
      if (!ids?.size) continue;
      const isGone = ({ id }: GroceryItem) => ids.has(id) && !restored.has(id);
      expect(device.shownItems().some(isGone), 'A removed item has returned').toBe(false);
    }
  }

  async function perform(device: Device, each: Step) {
    switch (each.kind) {
      case 'change': {
        const change = changeOf(device, each.act, each.pick, removed.get(device) ?? [], household);
        if (!change) return;
        const ids = new Set(removedBy(change));
        const shown = device.shownItems().filter(({ id }) => ids.has(id));
        if (shown.length > 0) removed.set(device, shown);
        for (const id of ids) gone.get(device)?.add(id);
        for (const id of restoredBy(change, household)) restored.add(id);
        made.set(device.change(change), { by: device.uid, change });
        happened.push(each.act);
        return;
      }
      case 'line':
        return device.setLine(each.up);
      case 'fate':
        return void device.decide(each.fate);
      case 'release':
        return device.release();
      case 'deliver':
        return device.deliver(each.order);
      case 'wait':
        return pass(each.ms);
      case 'restart':
        await settled(); // Only one server at a time carries out requests.
        household.restart();
        for (const other of devices) other.reconnect();
        happened.push('restart');
        return;
      case 'kill':
        device.kill();
        await pass(1);
        device.ended();
        happened.push('kill');
        gone.get(device)?.clear(); // What was not stored yet is lost.
        return device.start();
    }
  }
}

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
        const { household, made, happened, expectGone } = await run(steps);
        await comeToRest(household);
        expectGone();
        const { log, list, executions } = household;
        for (const device of devices) {
          expect(device.shownItems()).toEqual(list().items);
          expect(device.waiting()).toBe(0);
          const { acknowledged, refused } = device.answered;
          const notSaved = device.notSaved();
          const isAnswered = (key: string) => acknowledged.has(key) || notSaved.has(key);
          expect([...device.database().kept].filter((key) => !isAnswered(key))).toEqual([]);
          // A refusal that a killed page has not stored may be another answer the next time.
          expect([...notSaved.values()].filter(({ cause }) => !refused.has(cause))).toEqual([]);
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
  expect(places).toEqual(places.toSorted((a, b) => a - b));
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
  expect(shown).toEqual(expected.items());
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
  expect(Object.fromEntries(explained)).toEqual(Object.fromEntries(shown));
}
