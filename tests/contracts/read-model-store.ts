/** The read-model store's contract: one suite that every adapter passes. Each test uses its own projection. */
import { afterAll, beforeAll, describe } from 'vitest';
import type { ProjectionKey, ReadModel, ReadModelStore } from '../../projections/read-models/read-model-store.ts';
import { commitContract } from './read-model-store/commits.ts';
import { contentsContract } from './read-model-store/contents.ts';
import { documentContract } from './read-model-store/documents.ts';
import { generationContract } from './read-model-store/generations.ts';
import { indexContract } from './read-model-store/indexes.ts';
import { randomWritesContract } from './read-model-store/random-writes.ts';
import { servingContract } from './read-model-store/serving.ts';

/** A store to test. `close` also stops its server. */
export interface OpenedStore {
  readonly store: ReadModelStore;
  close(): Promise<void>;
}

export const readModelStoreContract = (name: string, open: () => Promise<OpenedStore>): void => {
  describe(`read-model store contract: ${name}`, () => {
    let opened: OpenedStore | undefined;
    let projections = 0;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(async () => {
      await opened?.close();
    });
    const store = (): ReadModelStore => {
      if (opened === undefined) throw new Error('The store is only open inside a test');
      return opened.store;
    };
    const newProjection = (): ProjectionKey => ({ name: `dishes-${++projections}`, version: 1 });
    const newModel = (): ReadModel => store().open(newProjection());

    describe('documents', () => documentContract(newModel));
    describe('indexes', () => indexContract(newModel));
    describe('commits', () => commitContract(store, newModel));
    describe('contents', () => contentsContract(newModel));
    describe('generations', () => generationContract(store, newProjection));
    describe('serving', () => servingContract(store, newProjection));
    describe('random writes', () => randomWritesContract(newModel));
  });
};
