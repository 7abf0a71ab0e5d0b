import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MemoryReadModels } from '../../../projections/read-models/memory/memory-read-models.ts';
import { mergedPageOf } from './merged-pages.ts';

interface Page {
  readonly items: { readonly id: number }[];
  readonly nextCursor: string | null;
}

test('pages of several indexes have all of their documents, in order and once', async () => {
  const authors = fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 0, maxLength: 60, size: 'max' });
  await fc.assert(
    fc.asyncProperty(authors, fc.integer({ min: 1, max: 9 }), async (authorOf, limit) => {
      const model = new MemoryReadModels().open({ name: 'posts', version: 1 });
      const writes = authorOf.flatMap((author, id) => [
        { kind: 'put', collection: 'posts', id: `${id}`, value: { id }, position: 1n } as const,
        // Some have the same score, as with an order by something else than the position.
        { kind: 'index', index: `by:${author}`, member: `${id}`, score: id >> 1 } as const,
      ]);
      await model.commit(undefined, 1n, writes);
      const followed = ['by:0', 'by:1', 'by:2', 'by:3', 'by:4', 'by:unknown'];
      const shown: number[] = [];
      let cursor: string | undefined;
      do {
        const page: Page = JSON.parse(await mergedPageOf(model, followed, { collection: 'posts', cursor, limit }));
        expect(page.items.length).toBeLessThanOrEqual(limit);
        shown.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      const expected = authorOf.flatMap((author, id) => (author <= 4 ? id : []));
      expect(shown.map((id) => id >> 1)).toEqual(expected.map((id) => id >> 1).toSorted((a, b) => b - a));
      expect(shown.toSorted((a, b) => a - b)).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});
