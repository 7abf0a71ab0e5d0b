/**
 * Three members of a household change its list on their devices, which lose their connection, responses and pages, and
 * whose clocks are wrong. At the end, all show what the server has, and nothing that was acknowledged is missing.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createGroceryHistory, type RecordedEntry } from '../../server/audit/grocery-history.ts';
import type { GroceryItem } from '../../server/core/contracts/grocery-list.ts';
import { type ListChange, newItem } from '../../web/features/grocery-list/list-changes.ts';
import { Spread } from '../support/spread.ts';
import { type Device, type Fate, openDevice } from '../support/three-devices/device.ts';
import { createHousehold } from '../support/three-devices/memory-household.ts';

const dayMs = 86_400_000;
/** Longer than a client waits for the push of its change, and than most pauses before a request is repeated. */
const restMs = 3_000;
/** Each change of a device may take a few rounds. */
const maxRounds = 1_000;

const kinds = ['add', 'check', 'checkAll', 'uncheck', 'rename', 'amount', 'remove', 'clear', 'restore', 'kill'];
const act = fc.constantFrom(
  ...([
    'add',
    'add',
    'add',
    'check',
    'check',
    'checkAll',
    'uncheck',
    'rename',
    'amount',
    'amount',
    'remove',
    'clear',
    'restore',
  ] as const),
);
const fate = fc.constantFrom<Fate>('request lost', 'answer lost', 'held', 'held');
const step = fc.oneof(
  { weight: 24, arbitrary: fc.record({ kind: fc.constant('change'), act, pick: fc.nat(50) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('line'), up: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('fate'), fate }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('release') }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('deliver'), order: fc.array(fc.nat(5), { maxLength: 6, size: 'max' }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('kill') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait'), ms: fc.constantFrom(1, 600, 3_000, 20_000) }) },
);
const history = fc.array(fc.tuple(fc.nat(2), step, fc.boolean()), { minLength: 20, maxLength: 80, size: 'max' });
type Step = NonNullable<ReturnType<typeof history.generate>['value'][number]>[1];

type Household = ReturnType<typeof createHousehold>;

let devices: Device[];
let clockSkewsMs: number[];

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  vi.stubGlobal('BroadcastChannel', undefined);
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

/** The change that a member makes of what their device shows; undefined if there is nothing to change. */
function changeOf(
  device: Device,
  kind: (Step & { kind: 'change' })['act'],
  pick: number,
  removed: GroceryItem[],
): ListChange | undefined {
  const by = { uid: device.uid, name: device.uid };
  const items = device.shownItems();
  if (kind === 'add') {
    return { kind, items: [newItem({ name: `Item ${pick}`, amount: '1', unit: 'kg' }, by, new Date())] };
  }
  if (kind === 'restore') return removed.length === 0 ? undefined : { kind, items: removed };
  if (kind === 'clear') return items.length < 4 ? undefined : { kind, ids: items.map(({ id }) => id) };
  const item = items[pick % Math.max(1, items.length)];
  if (!item) return undefined;
  if (kind === 'checkAll') return { kind, ids: items.slice(-3).map(({ id }) => id), checked: pick % 4 > 0, by };
  const { id, name, amount, unit } = item;
  if (kind === 'check' || kind === 'uncheck') return { kind: 'check', id, checked: kind === 'check', by };
  if (kind === 'remove') return { kind, id };
  if (kind === 'rename') return { kind: 'edit', id, changes: { name: `Name ${pick}` }, from: { name } };
  return { kind: 'edit', id, changes: { amount: `${pick}`, unit }, from: { amount, unit } };
}

async function run(steps: readonly (readonly [number, Step, boolean])[]) {
  const household = createHousehold((message) => {
    for (const device of devices) device.push(message);
  });
  const removed = new Map<Device, GroceryItem[]>();
  const made: string[] = [];
  for (const device of devices) {
    device.reset(household);
    device.start();
  }
  await pass(1);
  for (const [n, each, isSettled] of steps) {
    const device = devices[n];
    if (!device) continue;
    const now = Date.now();
    vi.setSystemTime(now + (clockSkewsMs[n] ?? 0));
    await perform(device, each);
    vi.setSystemTime(now);
    if (isSettled) await pass(1);
  }
  return { household, made };

  async function perform(device: Device, each: Step) {
    switch (each.kind) {
      case 'change': {
        const change = changeOf(device, each.act, each.pick, removed.get(device) ?? []);
        if (!change) return;
        if (change.kind === 'remove')
          removed.set(
            device,
            device.shownItems().filter(({ id }) => id === change.id),
          );
        if (change.kind === 'clear') removed.set(device, [...device.shownItems()]);
        device.change(change);
        made.push(each.act);
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
      case 'kill':
        device.kill();
        await pass(1);
        device.ended();
        made.push('kill');
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

test('devices that were offline, lost responses and were killed converge, and nothing acknowledged is lost', async () => {
  const lengths = new Spread();
  const changes = new Spread();
  const spreads = new Map(kinds.map((kind) => [kind, new Spread()]));
  const refusals = new Spread();
  const batches = new Spread();
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      await endAll();
      const { household, made } = await run(steps);
      await comeToRest(household);
      const { log, list } = household;
      for (const device of devices) {
        expect(device.shownItems()).toEqual(list().items);
        expect(device.waiting()).toBe(0);
        const { acknowledged, refused } = device.answered;
        const notSaved = device.notSaved();
        for (const key of refused) expect(notSaved.has(key)).toBe(true);
        for (const key of device.database().kept) expect(acknowledged.has(key) || notSaved.has(key)).toBe(true);
      }
      expectOnce(log.events.map(({ meta }) => meta.commandId));
      await expectExplained(household);
      lengths.add(steps.length);
      changes.add(made.length);
      batches.add(Math.max(0, ...devices.flatMap((device) => device.batches)));
      refusals.add(devices.reduce((sum, { answered }) => sum + answered.refused.size, 0));
      for (const kind of kinds) spreads.get(kind)?.add(made.filter((each) => each === kind).length);
    }),
    { numRuns: 2_000 },
  );
  expect(lengths.mean).toBeGreaterThan(45);
  expect(changes.mean).toBeGreaterThan(19);
  for (const kind of kinds) expect(spreads.get(kind)?.share(1), kind).toBeGreaterThan(0.17);
  expect(refusals.share(1)).toBeGreaterThan(0.35);
  expect(batches.share(2)).toBeGreaterThan(0.35);
}, 240_000);

/** The events of each command are adjacent: none was carried out twice. */
function expectOnce(commandIds: readonly string[]) {
  const starts = commandIds.filter((id, n) => id !== commandIds[n - 1]);
  expect(new Set(starts).size).toBe(starts.length);
}

interface Line {
  readonly name: string;
  readonly addedBy: string;
  readonly checkedBy: string | undefined;
  readonly isListed: boolean;
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
  const lines = new Map<string, Line>();
  for (const { did, by, items } of entries.toReversed()) {
    for (const { id, name } of items) {
      const line = lines.get(id) ?? { name, addedBy: by, checkedBy: undefined, isListed: false };
      expect(line.isListed, `${did} ${id}`).toBe(did !== 'added' && did !== 'restored');
      const isListed = did !== 'removed' && did !== 'cleared';
      const checkedBy = did === 'checked' ? by : did === 'unchecked' ? undefined : line.checkedBy;
      lines.set(id, { ...line, name, isListed, checkedBy });
    }
  }
  const explained = [...lines].filter(([, { isListed }]) => isListed);
  const shown = list().items.map((item): [string, Line] => [
    item.id,
    { name: item.name, addedBy: item.addedBy.uid, checkedBy: item.checkedBy?.uid, isListed: true },
  ]);
  expect(Object.fromEntries(explained)).toEqual(Object.fromEntries(shown));
}
