import { expect, vi } from 'vitest';
import type { GroceryItem } from '../../../server/core/contracts/grocery-list.ts';
import type { Device } from './device.ts';
import type { MergedChange } from './expected-list.ts';
import { changeOf, eventsOf, removedBy, restoredBy } from './member-changes.ts';
import { createHousehold, type Household } from './memory-household.ts';
import { settled } from './settled.ts';
import type { Step } from './steps.ts';

/** A change as a member made it. */
export interface Made {
  readonly by: string;
  readonly change: MergedChange;
}

export async function pass(ms: number) {
  vi.advanceTimersByTime(ms);
  await settled();
}

const mergedItems = ({ log }: Household) =>
  eventsOf(log.events).flatMap(({ type, data }) => (type === 'GroceryItemsAdded' && data.merged) || []);

/** Starts the devices anew on a new household, and carries out the steps. */
export async function runSteps(
  devices: readonly Device[],
  clockSkewsMs: readonly number[],
  steps: readonly (readonly [number, Step, boolean])[],
) {
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
      if (device.shownItems().some(isGone)) expect.fail('A removed item has returned');
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
