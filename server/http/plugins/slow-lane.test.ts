import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { until } from '../../../tests/support/until.ts';
import { SlowLane } from './slow-lane.ts';

test('a request that waited too long leaves no place when its response is finished', async () => {
  const lane = new SlowLane();
  const outcomes: string[] = [];
  /** @returns a function that ends the response */
  const enter = (name: string, waitMs: number) => {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    lane.enter('mia', response, {
      waitMs,
      proceed: () => void outcomes.push(`${name} admitted`),
      refuse: () => void outcomes.push(`${name} refused`),
    });
    return () => void response.emit('close');
  };

  const endFirst = enter('first', 60_000);
  const endSecond = enter('second', 1);
  await until(() => outcomes.includes('second refused'));
  endSecond();
  const endThird = enter('third', 60_000);
  expect(outcomes).toEqual(['first admitted', 'second refused']);
  endFirst();
  await until(() => outcomes.includes('third admitted'));
  endThird();
});
