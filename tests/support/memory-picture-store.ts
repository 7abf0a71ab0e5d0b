import type { PictureStore } from '../../server/pictures/store/picture-store.ts';

/** A store of pictures in memory, with a clock of its own. */
export function memoryPictureStore(now: () => number): PictureStore & { names(): string[] } {
  const files = new Map<string, { bytes: Uint8Array; writtenAt: Date }>();
  return {
    write: async (name, bytes) => void files.set(name, { bytes, writtenAt: new Date(now()) }),
    read: async (name) => files.get(name),
    writtenAt: async (name) => files.get(name)?.writtenAt,
    remove: async (name) => void files.delete(name),
    list: async function* () {
      for (const [name, { writtenAt }] of [...files]) yield { name, writtenAt };
    },
    names: () => [...files.keys()].sort(),
  };
}
