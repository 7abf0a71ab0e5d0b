import { compareEntries } from '../../../projections/read-models/entry-order.ts';
import type { IndexEntry, RangeOptions, ReadModelReader } from '../../../projections/read-models/read-model-store.ts';
import { pageWith, rangeAfter, type Slice } from './pages.ts';

/**
 * A page of documents from several indexes, highest score first, as `pageOf` reads it from one.
 * @throws HttpError 422 for an invalid cursor
 */
export async function mergedPageOf(
  model: ReadModelReader,
  indexes: readonly string[],
  slice: Omit<Slice, 'index'>,
): Promise<string> {
  const entries = await newestOf(model, indexes, { ...rangeAfter(slice.cursor), limit: slice.limit + 1 });
  return pageWith(model, entries, slice);
}

/**
 * The first entries of all indexes together. Reads one entry of each, and more only of the `limit` indexes with the highest
 * ones: every entry of another index comes after these.
 */
async function newestOf(
  model: ReadModelReader,
  indexes: readonly string[],
  options: RangeOptions,
): Promise<IndexEntry[]> {
  const first = await Promise.all(
    indexes.map(async (index) => {
      const [entry] = await model.range(index, { ...options, limit: 1 });
      return entry && { index, entry };
    }),
  );
  const leading = first
    .filter((found) => found !== undefined)
    .sort((a, b) => compareEntries(b.entry, a.entry))
    .slice(0, options.limit);
  const ranges = await Promise.all(leading.map(({ index }) => model.range(index, options)));
  return ranges
    .flat()
    .sort((a, b) => compareEntries(b, a))
    .slice(0, options.limit);
}
