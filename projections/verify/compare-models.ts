import {
  type Item,
  type ItemValue,
  maxSmallIndex,
  type Part,
  type ReadModelContents,
} from '../read-models/contents.ts';
import { type ProjectionKey, ReadModelUnavailable, versionedName } from '../read-models/read-model-store.ts';
import type { TimeSlice } from '../runner/time-slice.ts';
import { type Difference, differenceOf, itemKey } from './difference.ts';
import type { Shadow } from './shadow.ts';

const keysPerRead = 500;

/** The read model has returned to an earlier position: something clears and rebuilds it, or its store has lost data. */
export class ReadModelWentBack extends ReadModelUnavailable {
  constructor(projection: ProjectionKey, from: bigint, to: bigint | undefined) {
    super(
      `The read model ${versionedName(projection)} went back from ${from} to ${to ?? 'nothing'} while it was compared: verify it again when it is built`,
    );
    this.name = 'ReadModelWentBack';
  }
}

/**
 * Compares a live read model with its shadow, item by item, while events are folded into the live one.
 *
 * Every reply of the live model carries the position at which all of it was read, and the shadow advances to exactly that
 * position before the two are compared. So each comparison is of the same position on both sides: what differs is wrong,
 * and an item that is wrong all the time is found. The shadow only ever follows positions that the live model had, which
 * do not decrease.
 *
 * First the shadow's items are looked up in the live model, which finds missing and changed ones; then the live model's
 * are looked up in the shadow, which finds those that should not exist. Both listings return what exists all the time.
 */
export class ModelComparison {
  readonly #shadow: Shadow;
  readonly #live: ReadModelContents;
  readonly #slice: TimeSlice;
  /** Indexes that were too large to be compared as a whole. */
  readonly #large = new Set<string>();
  readonly #reported = new Set<string>();

  #compared = 0;

  constructor(shadow: Shadow, live: ReadModelContents, slice: TimeSlice) {
    this.#shadow = shadow;
    this.#live = live;
    this.#slice = slice;
  }

  /** Comparisons of items until now. */
  get compared(): number {
    return this.#compared;
  }

  /** Each difference once. @throws ReadModelWentBack, ReadModelUnavailable, FoldFailed, LogBehindCheckpoint */
  async *differences(): AsyncGenerator<Difference, void> {
    for await (const parts of this.#shadow.contents.parts()) {
      yield* this.#indexes(parts);
      for (const part of parts) if (this.#isPaged(part)) yield* this.#expectedItems(part);
    }
    for await (const parts of this.#live.parts()) {
      yield* this.#indexes(parts.filter((part) => !this.#shadow.contents.has(part)));
      for (const part of parts) if (this.#isPaged(part)) yield* this.#actualItems(part);
    }
  }

  #isPaged({ kind, name }: Part): boolean {
    return kind === 'collection' || this.#large.has(name);
  }

  /** Compares small indexes as a whole, in batches. */
  async *#indexes(parts: readonly Part[]): AsyncGenerator<Difference, void> {
    const indexes = parts.filter(({ kind }) => kind === 'index');
    for (let from = 0; from < indexes.length; from += maxSmallIndex) {
      const batch = indexes.slice(from, from + maxSmallIndex);
      const names = batch.map(({ name }) => name);
      const live = await this.#live.smallIndexes(names);
      await this.#advanceTo(live.position);
      const shadow = await this.#shadow.contents.smallIndexes(names);
      for (const [n, part] of batch.entries()) {
        const [expected, actual] = [shadow.found[n], live.found[n]];
        if (expected === undefined || actual === undefined) this.#large.add(part.name);
        else for (const difference of this.#items(part, expected, actual)) yield difference;
      }
    }
  }

  #items(part: Part, expected: readonly Item[], actual: readonly Item[]): Difference[] {
    // Most indexes are the same, and in the same order.
    if (expected.length === actual.length && expected.every((item, n) => isSameItem(item, actual[n]))) {
      this.#compared += expected.length;
      return [];
    }
    const values = new Map(actual.map(({ key, value }) => [key, value]));
    const differences = expected.map(({ key, value }) => {
      const other = values.get(key);
      values.delete(key);
      return this.#item(part, key, value, other);
    });
    for (const [key, value] of values) differences.push(this.#item(part, key, undefined, value));
    return differences.filter((difference) => difference !== undefined);
  }

  /** Finds what is missing or changed. */
  async *#expectedItems(part: Part): AsyncGenerator<Difference, void> {
    for await (const { position, found } of this.#shadow.contents.scan(part)) {
      for (let from = 0; from < found.length; from += keysPerRead) {
        const items = found.slice(from, from + keysPerRead);
        const keys = items.map(({ key }) => key);
        const live = await this.#live.items(part, keys);
        await this.#advanceTo(live.position);
        const isUnchanged = this.#shadow.position === position;
        const expected = isUnchanged
          ? items.map(({ value }) => value)
          : (await this.#shadow.contents.items(part, keys)).found;
        for (const [n, key] of keys.entries()) {
          const difference = this.#item(part, key, expected[n], live.found[n]);
          if (difference !== undefined) yield difference;
        }
      }
    }
  }

  /** Finds what should not exist. */
  async *#actualItems(part: Part): AsyncGenerator<Difference, void> {
    for await (const { position, found } of this.#live.scan(part)) {
      await this.#advanceTo(position);
      const shadow = await this.#shadow.contents.items(
        part,
        found.map(({ key }) => key),
      );
      for (const [n, { key, value }] of found.entries()) {
        // What the shadow has, too, was compared already.
        const difference = shadow.found[n] === undefined ? this.#item(part, key, undefined, value) : undefined;
        if (difference !== undefined) yield difference;
      }
    }
  }

  /** Undefined if there is none, or if it was reported already. A `yield*` would wait several times for each item. */
  #item(
    part: Part,
    key: string,
    expected: ItemValue | undefined,
    actual: ItemValue | undefined,
  ): Difference | undefined {
    this.#compared += 1;
    const difference = differenceOf(part, key, expected, actual);
    if (difference === undefined || this.#reported.has(itemKey(difference))) return undefined;
    this.#reported.add(itemKey(difference));
    return difference;
  }

  async #advanceTo(position: bigint | undefined): Promise<void> {
    const { position: reached } = this.#shadow;
    if (reached !== undefined && (position === undefined || position < reached)) {
      throw new ReadModelWentBack(this.#shadow.definition, reached, position);
    }
    if (position !== undefined) await this.#shadow.advanceTo(position);
    await this.#slice.yieldIfUsedUp();
  }
}

const isSameItem = (one: Item, other: Item | undefined): boolean => one.key === other?.key && one.value === other.value;
