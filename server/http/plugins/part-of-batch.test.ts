import { expect, test } from 'vitest';
import { CommandSequence } from '../../commands/command-sequence.ts';
import { beginPart, isPartOfBatch } from './part-of-batch.ts';

test('only a call that this process makes is part of a batch, until it has its response', () => {
  const { headers, end } = beginPart(new CommandSequence(), 0);
  expect(isPartOfBatch(headers)).toBe(true);
  for (const name of Object.keys(headers)) {
    for (let guess = 0; guess < 100; guess++) expect(isPartOfBatch({ [name]: `${guess}` })).toBe(false);
  }
  end();
  expect(isPartOfBatch(headers)).toBe(false);
});
