/** What V8 does with the shape of Node's tick objects, seen in a process of its own: with the file that keeps one, and without. */
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

/** A tick's object is looked at before each of so many collections of garbage. */
const looks = 5;
const looking = `
  import { createHook } from 'node:async_hooks';
  import { setTimeout as sleep } from 'node:timers/promises';
  const tick = () => {
    let made;
    const init = (_id, type, _trigger, resource) => { if (type === 'TickObject') made = resource; };
    const hook = createHook({ trackPromises: false, init }).enable();
    process.nextTick(() => {});
    hook.disable();
    return made;
  };
  for (let n = 0; n < ${looks}; n++) {
    %DebugPrint(tick());
    await sleep(1);
    gc();
  }`;

/** Where V8 keeps the shape of the tick object at each look. */
function shapes(program: string): (string | undefined)[] {
  const flags = ['--expose-gc', '--allow-natives-syntax', '--input-type=module', '--eval', program];
  const { stdout } = spawnSync(process.execPath, flags, { encoding: 'utf8', timeout: 20_000 });
  return [...stdout.matchAll(/^ - map: (0x\w+) .*\[FastProperties\]/gm)].map(([, address]) => address);
}

test('the shape of tick objects outlives the collection of garbage, since one of them is kept', () => {
  const found = shapes(`import '${pathToFileURL(`${import.meta.dirname}/tick-shape.ts`)}'; ${looking}`);
  expect(found).toHaveLength(looks);
  expect(new Set(found).size).toBe(1);
});

test('Node itself forgets it', () => {
  const found = shapes(looking);
  expect(found).toHaveLength(looks);
  const instruction =
    'This Node keeps the shape by itself: delete server/process/tick-shape.ts and its test, and correct docs/adr/0018';
  expect(new Set(found).size, instruction).toBeGreaterThan(1);
});
