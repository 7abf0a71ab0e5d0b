import { describe, expect, it } from 'vitest';
import { attempts, grantsOf, limitedNodes, pass, perMinute, slowGrantsOf } from '../../tests/support/limited-nodes.ts';

const { nodes, shared, openNode, onNodes } = limitedNodes();

describe('a limit of several nodes', () => {
  it('counts what the other nodes have granted', async () => {
    const [first, second] = onNodes(2, perMinute(60));
    expect(grantsOf(first, 25)).toBe(25);
    await pass(100);
    expect(grantsOf(second, 1)).toBe(1);
    await pass(100);
    // What comes back within half a second is granted early.
    expect(grantsOf(second, 100)).toBe(30);
    expect(grantsOf(first, 1)).toBe(1);
    await pass(100);
    expect(grantsOf(first, 100)).toBe(3);
    await pass(100);
    // Does not know of the last four.
    expect(grantsOf(second, 100)).toBe(4);
    await pass(100);
    // One comes back each second.
    expect(grantsOf(first, 100) + grantsOf(second, 100)).toBeLessThanOrEqual(1);
    expect(grantsOf(second, 100, 'tom')).toBe(30);
  });

  it('counts what is used while a call is under way, with the next call', async () => {
    shared.counts.latencyMs = 50;
    const [first, second] = onNodes(2, attempts);
    first?.take('mia');
    await pass(10);
    expect([shared.counts.calls, first?.take('mia')]).toEqual([0, 0]);
    await pass(1_000);
    let granted = 0;
    for (let round = 0; round < 20; round++) {
      granted += grantsOf(second, 1);
      await pass(200);
    }
    expect(granted).toBe(8);
  });

  it('counts each limit by itself', async () => {
    const [first, second] = [openNode().open('photos', attempts), openNode().open('reports', attempts)];
    for (let n = 0; n < 10; n++) {
      expect([first.take('mia'), second.take('mia')]).toEqual([0, 0]);
      await pass(100);
    }
  });

  it('lets two nodes exceed it by what one grants before it knows of the other', async () => {
    const nodes = onNodes(3, attempts);
    let granted = 0;
    for (let round = 0; round < 20; round++) {
      for (const node of nodes) granted += grantsOf(node, 5);
      await pass(100);
    }
    expect(granted).toBeGreaterThanOrEqual(10);
    expect(granted).toBeLessThanOrEqual(10 + 2 * attempts.maxUnsettled);
  });

  it('returns on all nodes what one of them gives back or clears', async () => {
    const [first, second] = onNodes(2, attempts);
    expect(await slowGrantsOf(first, 9)).toBe(9);
    expect(grantsOf(second, 1)).toBe(1);
    await pass(100);
    expect(second?.take('mia')).toBeGreaterThan(800_000);
    second?.giveBack('mia');
    await pass(100);
    expect(grantsOf(second, 5)).toBe(1);
    await pass(100);
    second?.clear('mia');
    await pass(100);
    expect(grantsOf(second, 2)).toBe(2);
  });

  it('grants again on a node that has refused, once another has cleared what was used', async () => {
    const [first, second] = onNodes(2, attempts);
    expect(await slowGrantsOf(second, 10)).toBe(10);
    first?.take('mia');
    await pass(100);
    expect(first?.take('mia')).toBeGreaterThan(800_000);
    second?.clear('mia');
    await pass(100);
    first?.take('mia');
    await pass(100);
    expect(first?.take('mia')).toBe(0);
  });

  it('counts apart from other limits, also if their subjects have the same name', async () => {
    const [one, other] = ['one', 'other'].map((name) => openNode().open(name, attempts));
    expect(await slowGrantsOf(one, 10)).toBe(10);
    other?.take('mia');
    await pass(100);
    expect(other?.take('mia')).toBe(0);
  });

  it('clears what was used a moment before, too', async () => {
    const [first, second] = onNodes(2, attempts);
    first?.take('mia');
    first?.clear('mia');
    await pass(100);
    second?.take('mia');
    await pass(100);
    expect(await slowGrantsOf(second, 20)).toBe(9);
  });

  it('adds what is used during a call once that has its reply', async () => {
    const [first, second] = onNodes(2, attempts);
    shared.counts.latencyMs = 50;
    first?.take('mia');
    await pass(30);
    first?.take('mia');
    await pass(1_000);
    shared.counts.latencyMs = 0;
    second?.take('mia');
    await pass(100);
    expect(await slowGrantsOf(second, 20)).toBe(7);
  });

  it('returns all units to the node that has granted them when it would alone', async () => {
    const [node] = onNodes(1, { ...attempts, refill: 'after the first use' });
    const startedAt = performance.now();
    // The shared count begins later.
    shared.counts.latencyMs = 200;
    expect(node?.take('mia')).toBe(0);
    await pass(1_000);
    shared.counts.latencyMs = 0;
    expect(await slowGrantsOf(node, 20)).toBe(9);
    await pass(attempts.periodMs - (performance.now() - startedAt));
    expect(node?.take('mia')).toBe(0);
  });

  it('makes one call for all subjects that were active within the pause, and none without any', async () => {
    const [first] = onNodes(1, perMinute(600));
    for (let n = 0; n < 800; n++) first?.take(`user-${n}`);
    await pass(100);
    expect(shared.counts.calls).toBe(1);
    await pass(60_000);
    expect(shared.counts.calls).toBe(1);
  });

  it('adds the last uses when a node stops', async () => {
    const [first, second] = onNodes(2, attempts);
    first?.take('mia');
    await pass(100);
    first?.take('mia');
    await nodes()[0]?.close();
    second?.take('mia');
    await pass(100);
    expect(grantsOf(second, 2)).toBe(2);
    await pass(100);
    expect(await slowGrantsOf(second, 20)).toBe(5);
  });
});
