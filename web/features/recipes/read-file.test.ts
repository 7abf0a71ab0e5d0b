import { expect, test } from 'vitest';
import { readFile } from './read-file.ts';

test('a file that the browser cannot read, or without a recipe, is refused with what to do', async () => {
  const moved = new File([], 'moved.json');
  moved.arrayBuffer = async () => {
    throw new DOMException('The requested file could not be read', 'NotReadableError');
  };
  await expect(readFile(moved)).rejects.toThrow('This file could not be read. Choose it again.');
  await expect(readFile(new File(['{}'], 'photo.json'))).rejects.toThrow('Choose one that a recipe application has');
});
